// One scene of the page, carried on by its own engine and by Rapier with its usual settings, neither of them asleep.
import RAPIER from './rapier.mjs';

await RAPIER.init();

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

/** The scene of a file, its step and its places as a list of x, y, z, with the velocities behind each. */
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
  const read = (body) => [body.translation(), body.linvel()].flatMap(({ x, y, z }) => [x, y, z]);
  return { step: () => world.step(), states: () => free.map(read), end: () => world.free() };
}

/** The page's own engine, in the same form. */
function own(view) {
  const states = () => {
    const numbers = view.states();
    return Array.from({ length: numbers.length / 13 }, (_, k) => [
      ...numbers.slice(13 * k, 13 * k + 3),
      ...numbers.slice(13 * k + 7, 13 * k + 10),
    ]);
  };
  return { step: () => view.step(), states, end: () => {} };
}

const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

/** Largest overlap of balls of equal radius, with each other and with the boxes around them, as a part of the radius. */
function overlap(states, radius, walls) {
  const balls = states.toSorted((a, b) => a[0] - b[0]);
  let worst = 0;
  balls.forEach((a, i) => {
    for (let j = i + 1; j < balls.length && balls[j][0] - a[0] < 2 * radius; j++)
      worst = Math.max(worst, 2 * radius - distance(a, balls[j]));
    for (const { middle, half } of walls)
      worst = Math.max(worst, radius - Math.max(...half.map((h, k) => Math.abs(a[k] - middle[k]) - h)));
  });
  return worst / radius;
}

/**
 * Carries both on by so many steps; for each: ms a step while it settles and in the last `rest` steps, largest overlap in
 * both (of the radius, where all are balls), at the end the rms speed and the largest way from the start.
 */
export function compare(view, steps, rest) {
  const file = JSON.parse(view.scene_file());
  const free = file.scene.bodies.filter(({ fixed }) => !fixed);
  const { radius } = free[0].shape;
  const isPacking = free.every(({ shape }) => shape.type === 'sphere' && shape.radius === radius);
  const walls = file.scene.bodies
    .filter(({ fixed }) => fixed)
    .map(({ position, shape }) => ({ middle: position, half: (shape.vertices ?? [])[0]?.map(Math.abs) }));
  return [own(view), rapier(file)].map((engine) => {
    const start = engine.states(),
      time = [0, 0],
      deepest = [0, 0];
    for (let step = 0; step < steps; step++) {
      const at = step < steps - rest ? 0 : 1,
        begin = performance.now();
      engine.step();
      time[at] += performance.now() - begin;
      if (isPacking) deepest[at] = Math.max(deepest[at], overlap(engine.states(), radius, walls));
    }
    const end = engine.states();
    const speed = Math.sqrt(end.reduce((sum, s) => sum + s[3] ** 2 + s[4] ** 2 + s[5] ** 2, 0) / end.length);
    const way = Math.max(...end.map((s, k) => distance(s, start[k])));
    engine.end();
    return [time[0] / (steps - rest), time[1] / rest, ...deepest, speed, way];
  });
}
