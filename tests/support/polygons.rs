//! Random polygons, and how deep two of them overlap: geometry of the tests' own, which shares nothing with the engine.
use contact_forces::planar::body::Body;
use contact_forces::planar::polygon::Polygon;
use contact_forces::planar::world::World;
use glam::DVec2;
use rand_core::Rng;
use rand_pcg::Pcg64Mcg;

/// Random numbers of one session.
pub struct Chance(pub Pcg64Mcg);

impl Chance {
    pub fn new(seed: u64) -> Self {
        Self(Pcg64Mcg::new(2 * u128::from(seed) + 1))
    }

    pub fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.unit() * n as f64) as usize
    }

    pub fn choose<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    /// Corners in order around a point: on a circle (convex, acute where few), or at random distances (mostly concave).
    pub fn polygon(&mut self, radius: f64) -> Vec<DVec2> {
        let count = 3 + self.below(10);
        let concave = self.unit() < 0.5;
        let mut angles: Vec<f64> = (0..count).map(|_| self.unit() * std::f64::consts::TAU).collect();
        angles.sort_by(f64::total_cmp);
        let gap = |k: usize| (angles[(k + 1) % count] - angles[k]).rem_euclid(std::f64::consts::TAU);
        // neighbours apart, and the middle inside
        if (0..count).any(|k| gap(k) < 0.08 || gap(k) > 3.0) {
            return self.polygon(radius);
        }
        let corner = |angle: &f64| {
            let far = if concave { self.between(0.3, 1.0) } else { 1.0 };
            radius * far * DVec2::new(libm::cos(*angle), libm::sin(*angle))
        };
        angles.iter().map(corner).collect()
    }
}

/// Squares of half a metre, each turned at random, above the floor of a shaft about as wide as they are high.
pub fn heap(count: usize, seed: u64) -> World {
    let (side, pitch, mut chance) = (0.5, 0.8, Chance::new(seed));
    let columns = (count as f64).sqrt().ceil() as usize;
    let square = |k: usize| {
        let x = pitch * ((k % columns) as f64 + 0.5 - 0.5 * columns as f64);
        let turn = chance.between(0.0, std::f64::consts::TAU);
        Body::new("square", Polygon::rectangle(side, side), 1.0).at(x, 0.6 + pitch * (k / columns) as f64, turn)
    };
    let (half, high) = (0.5 * pitch * columns as f64 + 0.1, 100.0);
    let wall = |name: &str, x: f64| Body::fixed(name, Polygon::rectangle(1.0, high)).at(x, 0.5 * high, 0.0);
    let floor = Body::fixed("floor", Polygon::rectangle(2.0 * half + 2.0, 1.0)).at(0.0, -0.5, 0.0);
    let mut world = World::default();
    world.bodies.extend((0..count).map(square));
    world.bodies.extend([floor, wall("left", -half - 0.5), wall("right", half + 0.5)]);
    world.forces.gravity = DVec2::new(0.0, -9.81);
    world.settings.time_step = 1.0 / 60.0;
    world.settings.restitution = 0.3;
    world
}

/// The corners of a body in the world.
pub fn outline(body: &Body) -> Vec<DVec2> {
    let (sin, cos) = body.state.angle.sin_cos();
    let place = |v: &DVec2| body.state.position + DVec2::new(cos * v.x - sin * v.y, sin * v.x + cos * v.y);
    body.shape.vertices().iter().map(place).collect()
}

/// The deepest overlap of any two bodies of a world, one of them free, m.
pub fn deepest(world: &World) -> f64 {
    let outlines: Vec<Vec<DVec2>> = world.bodies.iter().map(outline).collect();
    let mut most: f64 = 0.0;
    for (i, p) in outlines.iter().enumerate() {
        for (j, q) in outlines.iter().enumerate().take(i) {
            if !(world.bodies[i].is_fixed() && world.bodies[j].is_fixed()) {
                most = most.max(overlap(p, q));
            }
        }
    }
    most
}

/// How deep two polygons overlap, m: the farthest that a corner of one is inside the other, or that two triangles of them
/// would have to be shifted to part.
pub fn overlap(p: &[DVec2], q: &[DVec2]) -> f64 {
    let bounds =
        |x: &[DVec2]| (x.iter().copied().reduce(DVec2::min).unwrap(), x.iter().copied().reduce(DVec2::max).unwrap());
    let ((low_p, high_p), (low_q, high_q)) = (bounds(p), bounds(q));
    if !(low_p.cmple(high_q).all() && low_q.cmple(high_p).all()) {
        return 0.0;
    }
    let corners = inside_by(p, q).max(inside_by(q, p));
    let (p, q) = (triangles(p), triangles(q));
    p.iter().flat_map(|s| q.iter().map(move |t| shift(s, t))).fold(corners, f64::max)
}

/// The farthest that a corner of `p` is inside `q`.
fn inside_by(p: &[DVec2], q: &[DVec2]) -> f64 {
    p.iter().filter(|v| winding(**v, q)).map(|v| distance(*v, q)).fold(0.0, f64::max)
}

fn edges(q: &[DVec2]) -> impl Iterator<Item = (DVec2, DVec2)> + '_ {
    (0..q.len()).map(|k| (q[k], q[(k + 1) % q.len()]))
}

fn winding(v: DVec2, q: &[DVec2]) -> bool {
    let crosses =
        |(a, b): &(DVec2, DVec2)| (a.y > v.y) != (b.y > v.y) && v.x < a.x + (v.y - a.y) / (b.y - a.y) * (b.x - a.x);
    edges(q).filter(crosses).count() % 2 == 1
}

fn distance(v: DVec2, q: &[DVec2]) -> f64 {
    let to = |(a, b): (DVec2, DVec2)| {
        let along = ((v - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0);
        v.distance(a + along * (b - a))
    };
    edges(q).map(to).fold(f64::INFINITY, f64::min)
}

/// The triangles that a polygon is cut into, ear by ear.
fn triangles(q: &[DVec2]) -> Vec<[DVec2; 3]> {
    let mut rest = q.to_vec();
    let mut cut = Vec::new();
    while rest.len() > 3 {
        let n = rest.len();
        let triangle = |k: usize| [rest[(k + n - 1) % n], rest[k], rest[(k + 1) % n]];
        let turn = |[a, b, c]: [DVec2; 3]| (b - a).perp_dot(c - b);
        let holds = |t: [DVec2; 3], v: DVec2| (0..3).all(|i| (t[(i + 1) % 3] - t[i]).perp_dot(v - t[i]) >= 0.0);
        let is_ear = |k: &usize| {
            let t = triangle(*k);
            turn(t) > 0.0 && !rest.iter().any(|v| !t.contains(v) && holds(t, *v))
        };
        let ear = (0..n).find(is_ear).unwrap_or(0);
        cut.push(triangle(ear));
        rest.remove(ear);
    }
    cut.push([rest[0], rest[1], rest[2]]);
    cut
}

/// The least shift that parts two triangles, by the six axes of their edges; 0 if they are apart.
fn shift(s: &[DVec2; 3], t: &[DVec2; 3]) -> f64 {
    let span = |x: &[DVec2; 3], n: DVec2| {
        x.iter().map(|v| v.dot(n)).fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), d| (a.min(d), b.max(d)))
    };
    let axes = [s, t].into_iter().flat_map(|x| (0..3).map(move |k| (x[(k + 1) % 3] - x[k]).perp().normalize_or_zero()));
    let along = |n: DVec2| {
        let ((a, b), (c, d)) = (span(s, n), span(t, n));
        (b - c).min(d - a)
    };
    axes.map(along).fold(f64::INFINITY, f64::min).max(0.0)
}
