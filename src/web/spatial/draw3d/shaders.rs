//! The programs of the graphics card.

/// Instances of surfaces: bodies, arrows, flames. Lifted they are as deep as points nearer to the eye.
pub const SURFACE_VERTEX: &str = "#version 300 es
layout(location = 0) in vec3 place;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec4 row0;
layout(location = 3) in vec4 row1;
layout(location = 4) in vec4 row2;
layout(location = 5) in vec4 tint;
uniform mat4 clip;
uniform mat4 shadow;
uniform vec3 lift;
out vec3 at;
out vec3 out_of;
out vec3 own;
out vec4 in_light;
flat out vec4 fill;
void main() {
  vec4 p = vec4(place, 1.0);
  at = vec3(dot(row0, p), dot(row1, p), dot(row2, p));
  // cofactors turn normals even where sizes differ
  out_of = vec3(dot(cross(row1.xyz, row2.xyz), normal), dot(cross(row2.xyz, row0.xyz), normal),
                dot(cross(row0.xyz, row1.xyz), normal));
  own = place;
  fill = tint;
  in_light = shadow * vec4(at, 1.0);
  gl_Position = clip * vec4(at, 1.0);
  vec4 nearer = clip * vec4(at + lift, 1.0);
  if (nearer.w > 0.0) gl_Position.z = nearer.z / nearer.w * gl_Position.w;
}";

/// How much of the sun a point sees, for programs that have its place `in_light`: the mean over three by three pixels of the
/// picture of depths, whose rim counts in part, for the sun is no point. What cards make of a filter here is up to them.
macro_rules! lit {
    () => {
        "float lit(float nearer) {
  vec3 place = in_light.xyz * 0.5 + 0.5 - vec3(0.0, 0.0, nearer);
  if (shadowed == 0.0 || any(lessThan(place, vec3(0.0))) || any(greaterThan(place, vec3(1.0)))) return 1.0;
  vec2 size = vec2(textureSize(dark, 0)), pixel = place.xy * size - 0.5, part = fract(pixel);
  float sum = 0.0;
  for (int k = 0; k < 16; k++) {
    vec2 q = vec2(k % 4, k / 4), share = min(min(q + 1.0 - part, 3.0 - q + part), vec2(1.0));
    sum += share.x * share.y * texture(dark, vec3((floor(pixel) - 0.5 + q) / size, place.z));
  }
  return sum / 9.0;
}
"
    };
}

/// How much of the sky a point sees, by the picture of crevices: the mean over four by four of its pixels.
macro_rules! open {
    () => {
        "float open() {
  if (hollow == 0.0) return 1.0;
  vec2 uv = gl_FragCoord.xy / pixels, d = 1.0 / vec2(textureSize(sky, 0));
  return 0.25 * (texture(sky, uv - d).r + texture(sky, uv + d).r + texture(sky, uv + d * vec2(1.0, -1.0)).r
    + texture(sky, uv + d * vec2(-1.0, 1.0)).r);
}
"
    };
}

/// Light of the sky, of which crevices see little, and of the sun, with the gleam of a rough surface (the distribution of
/// Trowbridge and Reitz, by which Walter and others, *Microfacet models for refraction*, 2007, go) and a rim by Fresnel;
/// shadow; a pattern on round bodies, and an outline on those that are chosen. What never moves fades out around the scene.
/// Where a body is cut one sees the back of its surface. Of bodies that are `faint` those that never move are drawn first.
pub const SURFACE_FRAGMENT: &str = concat!(
    "#version 300 es
precision highp float;
precision highp sampler2DShadow;
in vec3 at;
in vec3 out_of;
in vec3 own;
in vec4 in_light;
flat in vec4 fill;
uniform vec3 sun;
uniform vec3 eye;
uniform vec2 shades;
uniform vec3 paper;
uniform vec3 ink;
uniform vec3 accent;
uniform float pattern;
uniform float shadowed;
uniform float gloss;
uniform float faint;
uniform float only;
uniform vec4 middle;
uniform vec4 cut;
uniform vec3 room;
uniform float hollow;
uniform vec2 pixels;
uniform sampler2D sky;
uniform sampler2DShadow dark;
out vec4 result;
",
    lit!(),
    open!(),
    "void main() {
  if (only != 0.0 && (fill.a < -0.5) != (only < 0.0)) discard;
  bool halved = fill.a < -1.5;
  if (halved && dot(cut.xyz, at) > cut.w) discard;
  vec3 n = normalize(out_of), look = normalize(eye - at);
  float light = lit(0.002), facing = max(dot(n, sun), 0.0) * light;
  vec3 colour = fill.rgb;
  float finish = fill.a;
  if (finish > 2.5) {
    if (mod(floor(gl_FragCoord.x) + floor(gl_FragCoord.y), 2.0) > 0.5) discard;
    finish -= 3.0;
  }
  if (finish > 0.5) {
    vec3 side = clamp(own / max(fwidth(own), vec3(1e-6)), -1.0, 1.0); // soft where the parts of the pattern meet
    colour = mix(colour, paper, pattern * (0.5 + 0.5 * side.x * side.y * side.z));
  }
  float seen = open(), edge = abs(dot(n, look));
  float across = max(dot(n, normalize(sun + look)), 0.0), rough = 0.0625, sharp = rough / (across * across * (rough - 1.0) + 1.0);
  float gleam = gloss * (sharp * sharp * light + 0.5 * pow(1.0 - edge, 5.0) * seen);
  colour *= mix(shades.x, shades.y, min((0.27 + 0.2 * n.z) * seen + (0.35 + 0.15 * seen) * facing + gleam, 1.0));
  if (finish > 1.5) colour = mix(accent, colour, smoothstep(0.36, 0.48, edge));
  if (halved && !gl_FrontFacing) {
    float hatch = step(mod(gl_FragCoord.x + gl_FragCoord.y, 9.0), 1.5);
    colour = mix(mix(fill.rgb, paper, 0.45), ink, 0.35 * hatch);
  }
  if (finish < -0.5) colour = mix(colour, room, smoothstep(0.8, 1.7, length(at - middle.xyz) / middle.w));
  result = vec4(min(colour, vec3(1.0)), finish < -0.5 ? 1.0 : faint);
}"
);

/// Only the depth counts, and of ghosts and of what is cut off not even that.
pub const SHADOW_FRAGMENT: &str = "#version 300 es
precision highp float;
in vec3 at;
flat in vec4 fill;
uniform vec4 cut;
void main() { if (fill.a > 2.5 || fill.a < -1.5 && dot(cut.xyz, at) > cut.w) discard; }";

/// A triangle over all of the picture.
pub const CREVICE_VERTEX: &str = "#version 300 es
void main() { gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0); }";

/// See `crevices`. Samples lie on a spiral that is turned from pixel to pixel.
pub const CREVICE_FRAGMENT: &str = "#version 300 es
precision highp float;
uniform highp sampler2D depths;
uniform vec4 lens;
uniform float reach;
out vec4 result;
vec3 place(vec2 uv) {
  vec2 size = vec2(textureSize(depths, 0));
  uv = (floor(uv * size) + 0.5) / size; // where the depth was taken
  float depth = lens.w / (texture(depths, uv).r * 2.0 - 1.0 + lens.z);
  return vec3((uv * 2.0 - 1.0) * lens.xy, -1.0) * depth;
}
void main() {
  vec2 size = vec2(textureSize(depths, 0)), uv = gl_FragCoord.xy / size, x = vec2(1.0 / size.x, 0.0), y = vec2(0.0, 1.0 / size.y);
  vec3 p = place(uv);
  vec3 right = place(uv + x) - p, left = p - place(uv - x), up = place(uv + y) - p, down = p - place(uv - y);
  vec3 n = normalize(cross(abs(right.z) < abs(left.z) ? right : left, abs(up.z) < abs(down.z) ? up : down));
  float radius = reach / (-2.0 * lens.y * p.z), sum = 0.0, far = reach * reach;
  float turn = 6.2832 * fract(52.9829189 * fract(dot(floor(gl_FragCoord.xy), vec2(0.06711056, 0.00583715))));
  for (int k = 0; k < 14; k++) {
    float part = (float(k) + 0.5) / 14.0, angle = turn + 2.4 * float(k);
    vec3 v = place(uv + radius * part * vec2(cos(angle) * size.y / size.x, sin(angle))) - p;
    float square = dot(v, v), near = max(1.0 - square / far, 0.0);
    sum += near * near * near * max(dot(v, n) - 0.02 * reach, 0.0) / (square + 1e-3 * far);
  }
  result = vec4(max(1.0 - reach * sum * 5.0 / 14.0, 0.0));
}";

/// A plane without end, with a net of lines that fades away.
pub const GROUND_VERTEX: &str = "#version 300 es
layout(location = 0) in vec3 place;
layout(location = 2) in vec4 row0;
layout(location = 3) in vec4 row1;
layout(location = 4) in vec4 row2;
layout(location = 5) in vec4 tint;
uniform mat4 clip;
uniform mat4 shadow;
uniform vec4 middle;
out vec3 at;
out vec2 own;
out vec4 in_light;
flat out vec4 fill;
void main() {
  vec3 origin = vec3(row0.w, row1.w, row2.w);
  vec3 right = vec3(row0.x, row1.x, row2.x), up = vec3(row0.y, row1.y, row2.y);
  // the part of the plane below the middle of the scene
  vec2 foot = vec2(dot(middle.xyz - origin, right), dot(middle.xyz - origin, up));
  own = foot + place.xy * middle.w;
  at = origin + own.x * right + own.y * up;
  fill = tint;
  in_light = shadow * vec4(at, 1.0);
  gl_Position = clip * vec4(at, 1.0);
}";

/// See [`GROUND_VERTEX`].
pub const GROUND_FRAGMENT: &str = concat!(
    "#version 300 es
precision highp float;
precision highp sampler2DShadow;
in vec3 at;
in vec2 own;
in vec4 in_light;
flat in vec4 fill;
uniform vec4 middle;
uniform vec2 shades;
uniform vec3 room;
uniform vec3 ink;
uniform float spacing;
uniform float shadowed;
uniform float hollow;
uniform vec2 pixels;
uniform sampler2D sky;
uniform sampler2DShadow dark;
out vec4 result;
",
    lit!(),
    open!(),
    "void main() {
  vec2 cell = own / spacing, width = fwidth(cell);
  vec2 near = abs(fract(cell - 0.5) - 0.5) / max(width, vec2(1e-6));
  float net = (1.0 - min(min(near.x, near.y), 1.0)) * clamp(1.0 - 3.0 * max(width.x, width.y), 0.0, 1.0);
  vec3 colour = mix(fill.rgb * mix(shades.x, 1.0, lit(0.001) * open()), ink, 0.16 * net);
  float away = length(at - middle.xyz) / middle.w;
  result = vec4(mix(colour, room, smoothstep(0.25, 0.95, away)), 1.0);
}"
);

/// Lines of any width: each is a strip of four corners.
pub const LINE_VERTEX: &str = "#version 300 es
layout(location = 0) in vec3 from;
layout(location = 1) in vec3 to;
layout(location = 2) in vec4 tint;
layout(location = 3) in float width;
uniform mat4 clip;
uniform vec2 pixels;
uniform float nearer;
flat out vec4 fill;
flat out float fades;
out vec3 at;
void main() {
  vec4 a = clip * vec4(from, 1.0), b = clip * vec4(to, 1.0);
  // what is behind the eye is cut off
  float least = 1e-3 * max(abs(a.w), abs(b.w));
  if (a.w < least) a = mix(a, b, (least - a.w) / (b.w - a.w));
  if (b.w < least) b = mix(b, a, (least - b.w) / (a.w - b.w));
  vec2 p = a.xy / a.w * pixels, q = b.xy / b.w * pixels;
  vec2 along = q - p;
  along = length(along) > 1e-6 ? normalize(along) : vec2(1.0, 0.0);
  bool end = gl_VertexID > 1;
  vec2 side = vec2(-along.y, along.x) * (gl_VertexID % 2 == 0 ? 1.0 : -1.0) + along * (end ? 0.5 : -0.5);
  vec4 c = end ? b : a;
  c.xy += side * abs(width) / pixels * c.w;
  c.z -= nearer * c.w;
  fill = tint;
  fades = width < 0.0 ? 1.0 : 0.0;
  at = end ? to : from;
  gl_Position = c;
}";

/// See [`LINE_VERTEX`]; those of a width below zero fade out around the scene.
pub const LINE_FRAGMENT: &str = "#version 300 es
precision highp float;
flat in vec4 fill;
flat in float fades;
in vec3 at;
uniform vec4 middle;
uniform vec4 cut;
out vec4 result;
void main() {
  if (fades > 0.5 && dot(cut.xyz, at) > cut.w) discard;
  float away = length(at - middle.xyz) / middle.w;
  result = vec4(fill.rgb, fill.a * (1.0 - fades * smoothstep(0.6, 1.2, away)));
}";
