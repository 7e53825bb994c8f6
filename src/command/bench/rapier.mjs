// Scenes carried on by our engine's package and by Rapier with its usual settings, in turns and neither of them asleep.
// The argument is a file with where both are found, and the scenes; prints a line of JSON for each of these.
import { readFile } from 'node:fs/promises';
import { argv, cpuUsage } from 'node:process';
import { pathToFileURL } from 'node:url';

const read = async (file) => JSON.parse(await readFile(file, 'utf8'));
const { ours, theirs, scenes } = await read(argv[2]);
const { World } = await import(pathToFileURL(ours));
const { default: RAPIER } = await import(pathToFileURL(theirs));
await RAPIER.init();

/** So many steps at a time, for both in turn: then both see the same of what else the machine does. */
const TURN = 20;

/** So many steps are taken before, so that the machine has compiled what they run. */
const WARM = 60;

/** What a body of a scene file is to Rapier. */
function collider({ type, radius, vertices }) {
  if (type === 'sphere') return RAPIER.ColliderDesc.ball(radius);
  const [corner] = vertices;
  const isBox =
    vertices.length === 8 &&
    vertices.every((v) => v.every((x, k) => Math.abs(Math.abs(x) - Math.abs(corner[k])) < 1e-12));
  return isBox
    ? RAPIER.ColliderDesc.cuboid(...corner.map(Math.abs))
    : RAPIER.ColliderDesc.convexHull(Float32Array.from(vertices.flat()));
}

/** The scene of a file by Rapier, and the places of its free bodies as lists of x, y, z. */
function rapier({ gravity, time_step, scene }) {
  const [gx, gy, gz] = gravity;
  const world = new RAPIER.World({ x: gx, y: gy, z: gz });
  world.timestep = time_step;
  const free = [];
  for (const {
    fixed,
    position: [x, y, z],
    quaternion: [w, i, j, k],
    shape,
    mass,
  } of scene.bodies) {
    const kind = fixed ? RAPIER.RigidBodyDesc.fixed() : RAPIER.RigidBodyDesc.dynamic().setCanSleep(false);
    const body = world.createRigidBody(kind.setTranslation(x, y, z).setRotation({ x: i, y: j, z: k, w }));
    const surface = collider(shape).setFriction(scene.friction).setRestitution(scene.restitution);
    world.createCollider(fixed ? surface : surface.setMass(mass), body);
    if (!fixed) free.push(body);
  }
  const place = (body) => (({ x, y, z }) => [x, y, z])(body.translation());
  return { step: () => world.step(), places: () => free.map(place), free: () => world.free() };
}

/** The same by our engine. */
function own(file) {
  const world = World.fromScene(file);
  const free = file.scene.bodies.flatMap(({ fixed }, k) => (fixed ? [] : [k]));
  const places = () => {
    const { states, stride } = world;
    return free.map((k) => [...states.subarray(stride * k, stride * k + 3)]);
  };
  return { step: () => world.step(), places, free: () => world.free() };
}

const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

/** Largest overlap of balls of equal radius, with each other and with the boxes around them, as a part of the radius. */
function overlap(places, radius, walls) {
  const balls = places.toSorted((a, b) => a[0] - b[0]);
  let worst = 0;
  balls.forEach((a, i) => {
    for (let j = i + 1; j < balls.length && balls[j][0] - a[0] < 2 * radius; j++)
      worst = Math.max(worst, 2 * radius - distance(a, balls[j]));
    for (const { middle, half } of walls)
      worst = Math.max(worst, radius - Math.max(...half.map((h, k) => Math.abs(a[k] - middle[k]) - h)));
  });
  return worst / radius;
}

/** How deep the balls of a scene overlap at these places; nothing where not all are equal balls. */
function depth({ scene }) {
  const free = scene.bodies.filter(({ fixed }) => !fixed);
  const { radius } = free[0].shape;
  if (!free.every(({ shape }) => shape.type === 'sphere' && shape.radius === radius)) return () => 0;
  const walls = scene.bodies
    .filter(({ fixed }) => fixed)
    .map(({ position, shape }) => ({ middle: position, half: shape.vertices[0].map(Math.abs) }));
  return (places) => overlap(places, radius, walls);
}

/**
 * For each: ms of the processor a step before the last `rest` steps and in these, largest overlap, longest way of a body from
 * its start.
 */
function compare(file, steps, rest) {
  for (const { step, free } of [own(file), rapier(file)]) {
    for (let k = 0; k < WARM; k++) step();
    free();
  }
  const deep = depth(file);
  const engines = [own(file), rapier(file)].map((engine) => ({
    ...engine,
    start: engine.places(),
    time: [0, 0],
    deepest: 0,
  }));
  for (let step = 0; step < steps; step += TURN) {
    for (const engine of engines) {
      for (let k = step; k < Math.min(step + TURN, steps); k++) {
        const begin = cpuUsage();
        engine.step();
        const { user, system } = cpuUsage(begin);
        engine.time[k < steps - rest ? 0 : 1] += (user + system) / 1000;
        engine.deepest = Math.max(engine.deepest, deep(engine.places()));
      }
    }
  }
  return engines.map(({ start, time, deepest, places, free }) => {
    const way = Math.max(...places().map((place, k) => distance(place, start[k])));
    free();
    return { settling: time[0] / (steps - rest), resting: time[1] / rest, overlap: deepest, way };
  });
}

for (const { file, steps, rest } of scenes) console.log(JSON.stringify(compare(await read(file), steps, rest)));
