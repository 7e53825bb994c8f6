//! Scenes of friction: what leans, tips, jams, is carried along, stands.
use super::Options;
use super::builders::{HALL, block, gap, ladder, room};
use crate::planar::body::Body;
use crate::planar::polygon::Polygon;
use crate::planar::world::World;
use glam::DVec2;
use std::f64::consts::PI;

/// The hall with friction and without rebound.
#[inline(never)]
fn rough(friction: f64, bodies: Vec<Body>) -> World {
    let mut world = room(HALL, bodies);
    (world.settings.friction, world.settings.restitution) = (friction, 0.0);
    world
}

/// A body of 1 kg with these corners in the world.
#[inline(never)]
fn laid(name: &str, corners: &[DVec2]) -> Body {
    let shape = Polygon::centred(corners.to_vec()).expect("corners in order");
    let at = corners[0] - shape.vertices()[0];
    Body::new(name, shape, 1.0).at(at.x, at.y, 0.0)
}

/// One that never moves.
#[inline(never)]
fn fixed(name: &str, corners: &[DVec2]) -> Body {
    Body::fixed(name, Polygon::new(corners.to_vec()).expect("corners in order"))
}

/// A slope that falls to the right with this gradient, between these places of the floor.
fn slope(gradient: f64, from: f64, to: f64) -> Body {
    let top = DVec2::new(from, gradient * (to - from));
    fixed("slope", &[DVec2::new(from, 0.0), DVec2::new(to, 0.0), top])
}

/// A block on that slope.
#[inline(never)]
fn on_slope(gradient: f64, end: f64, mut block: Body, x: f64) -> Body {
    let normal = DVec2::new(gradient, 1.0).normalize();
    let half = block.shape.vertices().iter().map(|v| v.y).fold(0.0, f64::max);
    let at = DVec2::new(x, gradient * (end - x)) + (gap() + half) * normal;
    block.state.angle = -libm::atan(gradient);
    block.state.position = at;
    block
}

/// Ladder with friction at its foot and its top: it leans and holds.
pub fn rough_ladder(options: Options) -> World {
    let mut world = ladder(options);
    (world.settings.friction, world.settings.restitution) = (0.4, 0.0);
    world
}

/// Block on a slope of gradient 0.35. It holds as long as the coefficient of friction is greater.
pub fn incline(_: Options) -> World {
    let block = on_slope(0.35, 4.0, block(1, 1.2, 0.8), -2.0);
    rough(0.4, vec![block, slope(0.35, -4.0, 4.0)])
}

/// A tall and a flat block on a slope of gradient 0.5: where they do not slide the tall one tips over.
pub fn tipping(_: Options) -> World {
    let tall = on_slope(0.5, 3.5, block(1, 0.5, 1.6), 0.2);
    let flat = on_slope(0.5, 3.5, block(2, 1.4, 0.7), -2.2);
    rough(0.7, vec![tall, flat, slope(0.5, -4.0, 3.5)])
}

/// A wedge under a block that can only go up and down. It holds up to twice the angle of friction.
pub fn self_locking(_: Options) -> World {
    let (long, high) = (4.0, 1.1);
    let upper = |x: f64| 2.0 * gap() + high * (1.0 - (x + 2.0) / long);
    let wedge = [(-2.0, 0.0), (2.0, 0.0), (-2.0, high)].map(|(x, y)| DVec2::new(x, y + gap()));
    let [left, right] = [-0.9, 0.7];
    // across the slope the gap is smaller than upwards
    let rise = gap() * (libm::hypot(long, high) / long - 1.0);
    let foot = [left, right].map(|x| DVec2::new(x, upper(x) + rise));
    let mut block = laid("block", &[foot[0], foot[1], DVec2::new(right, 2.4), DVec2::new(left, 2.4)]);
    block.set_mass(3.0);
    let guide = |name: &str, x: f64, low: f64| {
        let corners = [(x - 0.15, low), (x + 0.15, low), (x + 0.15, 3.0), (x - 0.15, 3.0)];
        let mut guide = fixed(name, &corners.map(|(x, y)| DVec2::new(x, y)));
        guide.friction = Some(0.0);
        guide
    };
    let aside = 0.15 + gap();
    rough(
        0.25,
        vec![
            laid("wedge", &wedge),
            block,
            guide("left guide", left - aside, 1.1),
            guide("right guide", right + aside, 0.7),
        ],
    )
}

/// Belt that runs upwards with a block on its lower end.
pub fn conveyor(_: Options) -> World {
    let (gradient, low, high) = (-0.2, -3.5, 3.0);
    let surface = |x: f64| 1.8 - gradient * (x - high);
    let corners = [(low, surface(low) - 0.3), (high, surface(high) - 0.3), (high, surface(high)), (low, surface(low))];
    let mut belt = fixed("belt", &corners.map(|(x, y)| DVec2::new(x, y)));
    belt.surface_speed = -1.2;
    let end = high + 1.8 / gradient;
    let block = on_slope(gradient, end, block(1, 0.9, 0.7), -2.6);
    rough(0.5, vec![block, belt])
}

/// House of cards: two tents, a card across, a tent on that.
pub fn cards(_: Options) -> World {
    let (lean, height, thick) = (65.0 / 180.0 * PI, 2.0, 0.08);
    let slant = thick / libm::cos(lean);
    let tan = libm::tan(lean);
    // mitred at the apex and at the foot, so that sides meet
    let half = |apex: DVec2, side: f64, number: usize| {
        let at = |x: f64, y: f64| apex + DVec2::new(side * (0.5 * gap() + x), y - height);
        let mut corners =
            vec![at(height / tan, 0.0), at(0.0, height), at(0.0, height - slant), at((height - slant) / tan, 0.0)];
        if side < 0.0 {
            corners.reverse();
        }
        laid(&format!("card {number}"), &corners)
    };
    let tent = |x: f64, floor: f64, number: usize| {
        let apex = DVec2::new(x, floor + gap() + height);
        [half(apex, -1.0, number), half(apex, 1.0, number + 1)]
    };
    let aside = height / tan + 0.05;
    let roof = 2.0 * gap() + height;
    let corners = [(-1.0, 0.0), (1.0, 0.0), (1.0, 1.0), (-1.0, 1.0)];
    let across = corners.map(|(x, y)| DVec2::new(1.3 * aside * x, roof + thick * y));
    let mut bodies = Vec::from(tent(-aside, 0.0, 1));
    bodies.extend(tent(aside, 0.0, 3));
    bodies.push(laid("card 5", &across));
    bodies.extend(tent(0.0, roof + thick, 6));
    rough(0.5, bodies)
}

/// Arch of seven loose stones on two supports.
pub fn planar_arch(_: Options) -> World {
    const STONES: usize = 7;
    let base = 1.0;
    let joint = |k: usize| DVec2::from_angle(PI * k as f64 / STONES as f64);
    let stone = |k: usize| {
        // every other one is thicker, so that corners meet sides
        let more = if k % 2 == 1 { 0.04 } else { 0.0 };
        let corner = |k: usize, radius: f64, side: f64| {
            DVec2::new(0.0, base) + radius * joint(k) + side * 0.5 * gap() * joint(k).perp()
        };
        let (low, high) = (1.6 - more, 2.2 + more);
        let corners = [corner(k, low, 1.0), corner(k, high, 1.0), corner(k + 1, high, -1.0), corner(k + 1, low, -1.0)];
        laid(&format!("stone {}", k + 1), &corners)
    };
    let support = |name: &str, x: f64| {
        let top = base - 0.5 * gap();
        let corners = [(x - 0.6, 0.0), (x + 0.6, 0.0), (x + 0.6, top), (x - 0.6, top)];
        fixed(name, &corners.map(|(x, y)| DVec2::new(x, y)))
    };
    let mut bodies: Vec<Body> = (0..STONES).map(stone).collect();
    bodies.extend([support("left support", -1.9), support("right support", 1.9)]);
    rough(0.6, bodies)
}

/// Painlevé's rod: it slides with its tip on a rough floor, until no forces obey the law of friction.
pub fn painleve(_: Options) -> World {
    let tilt = 70.0 / 180.0 * PI;
    let corners = [(-1.0, 0.0), (-0.9, -0.03), (1.0, -0.03), (1.0, 0.03), (-0.9, 0.03)];
    let shape = Polygon::centred(corners.map(|(x, y)| DVec2::new(x, y)).to_vec()).expect("corners in order");
    let arm = DVec2::from_angle(tilt).rotate(shape.vertices()[0]);
    let (omega, speed) = (-0.6, -2.5);
    let velocity = DVec2::new(speed, 0.0) - omega * arm.perp();
    let at = DVec2::new(1.5, gap()) - arm;
    let rod = Body::new("rod", shape, 1.0).at(at.x, at.y, tilt).moving(velocity.x, velocity.y, omega);
    rough(1.8, vec![rod])
}
