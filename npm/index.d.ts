/**
 * Contact forces between rigid bodies: worlds from scene files, and complementarity problems.
 *
 * SI units, radians, counter-clockwise, y up in the plane. The same scene gives the same bits on every machine. What cannot
 * be is an `Error` with the field, what was expected and what was found; the world stays as it was.
 */

/** A scene file, as `schema/scene.schema.json` of the project describes it. */
export type Scene = { [field: string]: unknown };

/** A body as it stands in a scene file, for example `{name: 'ball', mass: 1, shape: {type: 'sphere', radius: 0.1}}`. */
export type Body = { name: string; [field: string]: unknown };

/** Two numbers in the plane, three in space. */
export type Vector = ArrayLike<number>;

/** A contact; which of its fields there are depends on the mode. */
export interface Contact {
  /** Names: the force acts on the first body and its opposite on the second. */
  bodies: [string, string];
  /** World frame, m. */
  point: number[];
  /** Unit vector out of the second body into the first. */
  normal: number[];
  /** m; negative where the bodies overlap. */
  gap: number;
  /** Along the normal, N; `null` where friction leaves no solution. In space the mean over the last step. */
  force: number | null;
  [field: string]: unknown;
}

/** A world at one time, as the command `simulate` writes it. */
export interface Sample {
  /** s. */
  time: number;
  /** Position, attitude, velocities and accelerations of all bodies, fixed ones too. */
  bodies: { name: string; position: number[]; velocity: number[]; [field: string]: unknown }[];
  contacts: Contact[];
  /** J. */
  energy: { kinetic: number; potential: number; total: number };
  [field: string]: unknown;
}

/** How a problem was solved. */
export interface Solution {
  /** `solved`, or how the method ended. */
  status: string;
  /** Largest violation of the conditions at the point that is returned. */
  residual: number;
  /** Forces of contacts without friction. */
  f?: number[];
  /** Forces with friction, contact by contact. */
  r?: number[];
  /** Solution of a problem with `M` and `q`. */
  z?: number[];
  [field: string]: unknown;
}

/** Bodies, forces and settings that go on in time. */
export class World {
  private constructor();

  /** A world from a scene file, and from one of its cases if it has several. */
  static fromScene(scene: string | Scene, options?: { case?: string }): World;

  readonly mode: 'planar' | 'spatial';

  /** s. */
  readonly time: number;

  /** Names of all bodies, in the order of their states. */
  readonly names: string[];

  /** How many numbers a body's state has: 6 in the plane, 13 in space. */
  readonly stride: number;

  /**
   * The states of all bodies, one after the other; a view of the engine's memory, not a copy, and good until the next call.
   *
   * In the plane: x, y, angle, vx, vy, angular velocity. In space: x, y, z, attitude as a quaternion (w, x, y, z), vx, vy, vz,
   * and the angular velocity in world axes.
   */
  readonly states: Float64Array;

  /** The contacts now. */
  readonly contacts: Contact[];

  /** Takes time steps, each as long as the scene says. */
  step(count?: number): this;

  /** Goes on by so many seconds, and tells what there is then, and what happened on the way. */
  advance(seconds: number): Sample;

  /** Tells what there is now. */
  sample(): Sample;

  /** The scene as it is now; it goes on with the same bits. */
  toScene(): Scene;

  /** Puts a body into the world. */
  add(body: Body): void;

  /** Takes a body out of the world, and the forces and joints that belong to it. */
  remove(name: string): void;

  /** Gives a body another state, as in `states`. */
  move(name: string, state: Vector): void;

  /** Adds an impulse, N s, at a point of the world, m; without one at the centre of mass. */
  push(name: string, impulse: Vector, point?: Vector): void;

  /** Gives the engine's memory of this world back. */
  free(): void;
}

/**
 * Solves a problem: `{A, b}` (a = A f + b, a ≥ 0, f ≥ 0, a·f = 0), `{kind: 'lcp', M, q}`, or with friction `{kind:
 * 'friction3d', …}`, as the command `solve` reads them.
 *
 * `solver` is a method by its name (see `solve --list`), `tolerance` the residual at which the problem counts as solved.
 */
export function solve(
  problem: string | object,
  options?: { solver?: string; tolerance?: number },
): Solution;
