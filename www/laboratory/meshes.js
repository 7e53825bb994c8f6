// Meshes of other programs: OBJ, STL and PLY as vertices and faces. Whether they bound a body is the module's to say, as for
// any mesh of a scene file.

/** @typedef {[number, number, number]} Point */

/** The formats by the ending of a file's name. @type {Record<string, (bytes: ArrayBuffer) => Point[][]>} */
const FORMATS = { obj, stl, ply };

const wordsOf = (text) => text.split(/\s+/).filter(Boolean);
const textOf = (bytes) => new TextDecoder().decode(bytes);

/**
 * What the file holds, its centre of mass at the origin, each place once. Throws what is wrong with it.
 * @param {string} name
 * @param {ArrayBuffer} bytes
 */
export function read(name, bytes) {
  const faces = FORMATS[name.split('.').pop().toLowerCase()](bytes);
  if (!faces.length) throw Error('no faces');
  if (!faces.flat(2).every(Number.isFinite)) throw Error('a coordinate that is no number');
  const centre = centreOf(faces),
    numbers = new Map(),
    vertices = [];
  const number = (corner) => {
    const key = `${corner.map((x) => x + 0)}`;
    if (!numbers.has(key)) numbers.set(key, vertices.push(corner.map((x, k) => x - centre[k])) - 1);
    return numbers.get(key);
  };
  return { vertices, faces: faces.map((face) => face.map(number)) };
}

/** The middle of what the faces enclose: of tetrahedra from a corner to each triangle. */
function centreOf(faces) {
  const o = faces[0]?.[0] ?? [0, 0, 0],
    sum = [0, 0, 0];
  let volume = 0;
  for (const face of faces)
    for (let k = 2; k < face.length; k += 1) {
      const [a, b, c] = [face[0], face[k - 1], face[k]].map((p) => p.map((x, i) => x - o[i]));
      const part =
        a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
      volume += part;
      for (let i = 0; i < 3; i += 1) sum[i] += (part * (a[i] + b[i] + c[i])) / 4;
    }
  return volume ? sum.map((x, i) => o[i] + x / volume) : o;
}

function obj(bytes) {
  const places = [],
    faces = [];
  for (const line of textOf(bytes)
    .replace(/\\\r?\n/g, ' ')
    .split('\n')) {
    const [kind, ...rest] = wordsOf(line.split('#')[0]);
    if (kind === 'v') places.push(rest.slice(0, 3).map(Number));
    if (kind !== 'f') continue;
    const corner = (word) => {
      const k = parseInt(word, 10);
      return places[k < 0 ? places.length + k : k - 1];
    };
    const face = rest.map(corner);
    if (face.length < 3 || face.some((place) => place?.length !== 3)) throw Error(line.trim());
    faces.push(face);
  }
  return faces;
}

function stl(bytes) {
  const view = new DataView(bytes),
    count = bytes.byteLength >= 84 ? view.getUint32(80, true) : -1;
  const triangles = [];
  if (bytes.byteLength === 84 + 50 * count) {
    for (let k = 0; k < count; k += 1) {
      const at = (corner, axis) => view.getFloat32(84 + 50 * k + 12 + 12 * corner + 4 * axis, true);
      triangles.push([0, 1, 2].map((corner) => [0, 1, 2].map((axis) => at(corner, axis))));
    }
    return triangles;
  }
  const words = wordsOf(textOf(bytes)),
    corners = [];
  if (words[0] !== 'solid') throw Error('neither "solid" nor the length of a binary file');
  words.forEach((word, k) => word === 'vertex' && corners.push(words.slice(k + 1, k + 4).map(Number)));
  while (corners.length > 2) triangles.push(corners.splice(0, 3));
  return triangles;
}

/** Bytes and reader of the types of PLY, by both of their names. */
const TYPES = {
  char: [1, 'getInt8'],
  uchar: [1, 'getUint8'],
  short: [2, 'getInt16'],
  ushort: [2, 'getUint16'],
  int: [4, 'getInt32'],
  uint: [4, 'getUint32'],
  float: [4, 'getFloat32'],
  double: [8, 'getFloat64'],
};
const OTHER_NAMES = ['int8', 'uint8', 'int16', 'uint16', 'int32', 'uint32', 'float32', 'float64'];
Object.values(TYPES).forEach((type, k) => (TYPES[OTHER_NAMES[k]] = type));

function ply(bytes) {
  const latin = new TextDecoder('latin1').decode(bytes),
    end = /end_header\r?\n/.exec(latin);
  if (!latin.startsWith('ply') || !end) throw Error('no header of a PLY file');
  const body = end.index + end[0].length,
    elements = [];
  let format = '';
  for (const line of latin.slice(0, end.index).split('\n')) {
    const [kind, ...rest] = wordsOf(line);
    if (kind === 'format') format = rest[0];
    if (kind === 'element') elements.push({ name: rest[0], count: Number(rest[1]), properties: [] });
    if (kind === 'property') elements.at(-1).properties.push({ name: rest.at(-1), types: rest.slice(0, -1) });
  }
  const next = format === 'ascii' ? ofWords(latin.slice(body)) : ofBytes(bytes, body, format.endsWith('little_endian'));
  const property = ({ types }) =>
    types[0] === 'list' ? Array.from({ length: next(types[1]) }, () => next(types[2])) : next(types[0]);
  const found = {};
  for (const { name, count, properties } of elements)
    found[name] = Array.from({ length: count }, () =>
      Object.fromEntries(properties.map((one) => [one.name, property(one)])),
    );
  const places = found.vertex?.map(({ x, y, z }) => [x, y, z]);
  return (found.face ?? []).map(({ vertex_indices, vertex_index }) => {
    const face = (vertex_indices ?? vertex_index ?? []).map((k) => places?.[k]);
    if (face.length < 3 || face.some((place) => !place)) throw Error('a face of vertices that are not there');
    return face;
  });
}

function ofWords(text) {
  const words = wordsOf(text).values();
  return () => Number(words.next().value);
}

function ofBytes(bytes, begin, little) {
  const view = new DataView(bytes);
  let at = begin;
  return (type) => {
    const [size, get] = TYPES[type];
    at += size;
    return view[get](at - size, little);
  };
}
