// The handles of a body in the plane: size, angle, mass and velocity.
import { AHEAD, AWAY, Grips, SNAP } from './grips.js';

const DEGREE = Math.PI / 180;

export class PlanarGrips extends Grips {
  acts() {
    const { words } = this.page;
    const seen = (point) => this.page.view.seen_at(...point);
    return {
      size: {
        at: () => seen(this.world(this.reach[1])),
        drag: (place, _, free) => this.resize(place, free),
        step: (right, up) => {
          const { sizes } = this.measure([1, 1]);
          this.reshape([right, up].map((k, axis) => sizes[axis][1] + k * this.grain));
        },
        tell: () => [0, this.value('width'), 100, `${this.sizes().join(' × ')} m`],
      },
      angle: {
        at: () => seen(this.world([0, this.reach[1][1] + this.metres(AWAY)])),
        drag: (place, _, free) => this.turn(place, free),
        step: (right, up) => this.putOnFoot({ angle: this.value('angle') + (up - right) * SNAP.angle }),
        tell: () => [-180, this.value('angle'), 180, `${words.number(this.value('angle'), 0)}°`],
      },
      mass: this.mass(() => seen(this.world([this.reach[0][0] - this.metres(AWAY), 0]))),
      speed: {
        moves: true,
        at: () => seen(this.still.map((x, axis) => x + AHEAD * this.body.velocity[axis])),
        from: () => seen(this.still),
        drag: (place, _, free) => this.throw(place, free),
        step: (right, up) =>
          this.put({ vx: this.value('vx') + right * SNAP.speed, vy: this.value('vy') + up * SNAP.speed }),
        tell: () => this.told([-100, 'vx', 100], ['vx', 'vy'], 'm/s', 2),
      },
    };
  }

  /** Least and greatest coordinates of the body in its own frame, m. */
  get reach() {
    return this.scene.kind.reach(this.body.shape);
  }

  /** A point of the body in the world. */
  world(point) {
    const { position } = this.body;
    return this.scene.kind.outward(this.body, point).map((x, axis) => x + position[axis]);
  }

  /** What is so long on the stage, m. */
  metres(pixels) {
    return pixels / this.page.view.world_at(0, 0)[2];
  }

  /** Where the handle for the velocity is while the body rests. */
  get still() {
    return this.world([this.reach[1][0] + this.metres(AWAY), 0]);
  }

  foot() {
    return this.scene.kind.box(this.body)[0][1];
  }

  sizes() {
    return ['width', 'height'].map((key) => this.page.words.number(this.value(key), 2));
  }

  resize(place, free) {
    const { sizes, reach, position } = this.measure([1, 1]),
      [x, y] = this.page.view.world_at(...place),
      out = this.scene.kind.inward(this.body, [x - position[0], y - position[1]]);
    const pulled = out.map((far, axis) => {
      const [near, end] = [reach[0][axis], reach[1][axis]];
      return this.snap((sizes[axis][1] * (far - near)) / (end - near), this.grain, free);
    });
    this.reshape(pulled);
  }

  turn(place, free) {
    this.start ??= { position: this.body.position };
    const [x, y] = this.page.view.world_at(...place),
      { position } = this.start;
    const angle = Math.atan2(y - position[1], x - position[0]) / DEGREE - 90,
      near = this.snap(angle, SNAP.angle, free);
    this.putOnFoot({ angle: near <= -180 ? near + 360 : near });
  }

  throw(place, free) {
    const [x, y] = this.page.view.world_at(...place),
      { still } = this;
    const [vx, vy] = [x - still[0], y - still[1]].map((far) => this.snap(far / AHEAD, SNAP.speed, free));
    this.put({ vx, vy });
  }
}
