import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { World, solve } from 'contact-forces';

const square = {
  type: 'polygon',
  vertices: [
    [-1, -0.5],
    [1, -0.5],
    [1, 0.5],
    [-1, 0.5],
  ],
};
const floor = {
  type: 'polygon',
  vertices: [
    [-9, -1],
    [9, -1],
    [9, 0],
    [-9, 0],
  ],
};
const planar = {
  mode: 'planar',
  gravity: [0, -9.81],
  time_step: 0.01,
  scene: {
    bodies: [
      { name: 'block', mass: 1, position: [0, 0.5], shape: square },
      { name: 'floor', fixed: true, shape: floor },
    ],
  },
};
const near = (found, expected, room) => assert.ok(Math.abs(found - expected) <= room, `${found} is not ${expected}`);
const weight = (world) =>
  world.contacts.filter(({ bodies }) => bodies.includes('floor')).reduce((sum, { force }) => sum + force, 0);

// a world from an object or a text, read once and carried on twice, ends in the same bits
const world = World.fromScene(planar),
  twin = World.fromScene(JSON.stringify(planar));
assert.deepEqual([world.mode, world.stride, world.names, world.time], ['planar', 6, ['block', 'floor'], 0]);
assert.deepEqual(world.step(100).states, twin.step(50).step(50).states);
near(world.time, 1, 1e-12);
near(weight(world), 9.81, 1e-9);

// bodies come, are pushed, moved, and go; what is kept goes on with the same bits
world.add({ name: 'second', mass: 2, position: [0, 1.6], shape: square });
near(world.advance(4).time, 5, 1e-12);
near(weight(world), 3 * 9.81, 1e-9);
world.push('second', [3, 0]);
near(world.states[2 * 6 + 3], 1.5, 1e-9);
world.push('second', [-3, 0], [0, 2.5]);
near(world.states[2 * 6 + 3], 0, 1e-9);
assert.ok(world.states[2 * 6 + 5] > 0, 'a push to the left above the centre turns it counter-clockwise');
world.move('second', [4, 0.5, 0, 0, 0, 0]);
const kept = World.fromScene(world.toScene());
assert.deepEqual(kept.step(10).states, world.step(10).states);
world.remove('block');
assert.deepEqual(world.names, ['floor', 'second']);
near(weight(world), 2 * 9.81, 1e-9);

// in space: turned about an axis, pushed beside the centre
const ball = (name, x) => ({ name, mass: 1, position: [x, 0, 0], shape: { type: 'sphere', radius: 0.5 } });
const space = World.fromScene({
  mode: 'spatial',
  gravity: [0, 0, 0],
  time_step: 0.01,
  scene: { bodies: [ball('a', 0), ball('b', 3)] },
});
assert.equal(space.stride, 13);
space.push('a', [0, 1, 0], [0.5, 0, 0]);
near(space.states[12], 0.5 / (0.4 * 0.25), 1e-12);
space.move('b', [3, 0, 0, 2, 0, 0, 0, -1, 0, 0, 0, 0, 0]);
near(space.advance(1).bodies[1].position[0], 2, 1e-9);
assert.deepEqual([...space.states.subarray(13 + 3, 13 + 7)], [1, 0, 0, 0]);

// the example that the types give is a body
const types = await readFile(new URL('./node_modules/contact-forces/index.d.ts', import.meta.url), 'utf8');
space.add(Function(`return ${types.match(/for example `(.*)`/)[1]}`)());
assert.deepEqual(space.names, ['a', 'b', 'ball']);

// problems
near(
  solve({
    A: [
      [2, 1],
      [1, 2],
    ],
    b: [-1, -1],
  }).f[0],
  1 / 3,
  1e-12,
);
assert.equal(solve({ kind: 'lcp', M: [[1]], q: [-2] }, { solver: 'lemke' }).z[0], 2);

// what cannot be is told, and nothing is lost
const refused = (action, words) =>
  assert.throws(action, (error) => error instanceof Error && error.message.includes(words));
refused(() => World.fromScene({ mode: 'planar', bodies: [{ mas: 1 }] }), 'bodies[0].mas: expected the field "mass"');
refused(() => World.fromScene('{'), 'expected JSON');
refused(() => world.add({ name: 'third' }), 'shape');
refused(() => world.move('second', [1, 2]), 'expected 6 numbers');
refused(() => world.push('nobody', [1, 2]), 'expected one of floor, second');
refused(() => world.advance(-1), 'from 0');
refused(() => solve({ A: [[1]], b: [1, 2] }), 'expected 2 rows');
refused(() => solve({ A: [[1]], b: [1] }, { solver: 'magic' }), 'magic');
assert.deepEqual(world.names, ['floor', 'second']);
world.free();

// a panic, too, ends as an exception; the number of a body is only wrong without the class over it
const { Engine } = await import('./node_modules/contact-forces/engine/contact_forces.js');
refused(() => new Engine(JSON.stringify(planar)).place(9, new Float64Array(6)), 'index out of bounds');
console.log('all is well');
