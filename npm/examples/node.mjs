// A ball falls on a floor, rebounds, and rests. Run it with `node node.mjs` where contact-forces is installed.
import { World } from 'contact-forces';

const world = World.fromScene({
  mode: 'spatial', gravity: [0, 0, -9.81], time_step: 1 / 240,
  scene: {
    restitution: 0.5,
    bodies: [
      { name: 'ball', mass: 2, position: [0, 0, 1.1], shape: { type: 'sphere', radius: 0.1 } },
      { name: 'floor', fixed: true, shape: { type: 'plane', normal: [0, 0, 1] } },
    ],
  },
});
for (let second = 0; second <= 3; second += 1) {
  const { time, bodies: [{ position }], contacts } = world.sample();
  const force = contacts[0]?.force ?? 0;
  console.log(`${time.toFixed(1)} s: centre ${position[2].toFixed(4)} m up, the floor pushes with ${force.toFixed(3)} N`);
  world.advance(1);
}
