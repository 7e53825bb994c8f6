//! Wheels on a slope with friction: polygons that roll, slip or tip from corner to corner, each answer derived beside its test.
use crate::friction_motion::{G, assert_close, carry, floor, of_body, world};
use contact_forces::planar::friction::Scheme;
use contact_forces::session::recording::Recording;
use serde_json::json;

/// A regular polygon of this many corners on the unit circle, the first two level under its middle.
fn wheel(corners: u32) -> Vec<[f64; 2]> {
    (0..corners)
        .map(|k| std::f64::consts::TAU * (f64::from(k) + 0.5) / f64::from(corners))
        .map(|t| [libm::sin(t), -libm::cos(t)])
        .collect()
}

/// A wheel that slides starts to roll: what it gains in spin it loses in speed, and both match at v = v₀/(1 + I/(m r²)),
/// whatever μ is. Its corners cost a part of that in proportion to their angle.
#[test]
fn a_sliding_wheel_starts_to_roll() {
    for (scheme, count) in Scheme::ALL.into_iter().flat_map(|scheme| [60, 120, 240].map(|count| (scheme, count))) {
        let height = libm::cos(std::f64::consts::PI / f64::from(count));
        let wheel = json!({"name": "wheel", "mass": 1, "inertia": 0.5, "position": [0, height], "velocity": [3, 0],
            "shape": {"type": "polygon", "vertices": wheel(count)}});
        let end = of_body(&carry(&mut world(scheme, 0.0, 0.5, &[floor(), wheel]), 0.25), "wheel");
        let (room, what) = (7.2 / f64::from(count), format!("{scheme:?}, {count} corners"));
        assert_close(end[3], 2.0, room, &format!("{what}: speed"));
        assert_close(end[3] + end[5], 0.0, room, &format!("{what}: slip"));
    }
}

/// A wheel that stands on a corner, its middle over that, rolls off as long as m g sin α/(1 + m r²/I), what turns it, is
/// no more than μ m g cos α; past tan α = μ (1 + m r²/I) it slips from the start.
#[test]
fn a_wheel_rolls_off_or_slips_by_its_moment() {
    let (mu, inertia, time) = (0.3, 0.5, 1e-4);
    for (scheme, off) in Scheme::ALL.into_iter().flat_map(|scheme| [-1e-6, 1e-6].map(|off| (scheme, off))) {
        let slope = libm::atan(mu * (1.0 + 1.0 / inertia)) + off;
        let turned = -std::f64::consts::PI / 24.0;
        let body = json!({"name": "wheel", "mass": 1, "inertia": inertia, "position": [0, 1], "angle": turned,
            "shape": {"type": "polygon", "vertices": wheel(24)}});
        let mut world = world(scheme, slope, mu, &[floor(), body]);
        world.settings.time_step = time;
        let modes = Recording::new(&mut world).sample().friction.expect("friction").modes;
        assert_eq!(modes, [if off < 0.0 { "stick" } else { "slip" }], "{scheme:?}, {off:+e} off the limit");
        let end = of_body(&carry(&mut world, time), "wheel");
        let (pull, press) = (G * libm::sin(slope), mu * G * libm::cos(slope));
        let (speed, spin) = if off < 0.0 {
            (pull / (1.0 + inertia), -pull / (1.0 + inertia))
        } else {
            (pull - press, -press / inertia)
        };
        let what = format!("{scheme:?}, {off:+e} off the limit");
        assert_close(end[3] / time, speed, 1e-6, &format!("{what}: acceleration"));
        assert_close(end[5] / time, spin, 1e-6, &format!("{what}: angular acceleration"));
    }
}

/// A wheel of twelve corners rolls down a slope corner by corner (the rimless wheel). About each it is a pendulum, which
/// keeps ½ (I + m r²) ω² + m g r cos(α + φ), φ the angle of its spoke to the slope's normal; where the next corner, at
/// the angle 2 β of the circle, comes down without a rebound, the moment about that keeps
/// (I + m r²) ω⁺ = (I + m r² cos 2β) ω⁻.
#[test]
fn a_wheel_rolls_corner_by_corner_as_the_pendulum_says() {
    let (count, inertia, mu) = (12, 0.5, 1.0);
    let (beta, slope) = (std::f64::consts::PI / f64::from(count), 0.3);
    let body = json!({"name": "wheel", "mass": 1, "inertia": inertia, "position": [0, libm::cos(beta)],
        "shape": {"type": "polygon", "vertices": wheel(count)}});
    let height = |phi: f64| libm::cos(slope + phi);
    // the second scheme is of first order: off by 4.2 and 3.9 rad/s² times these steps
    let schemes = [(Scheme::Acceleration, 1e-3, 1e-6), (Scheme::Velocity, 1e-3, 5e-3), (Scheme::Velocity, 1e-4, 5e-4)];
    for (scheme, step, room) in schemes {
        let mut world = world(scheme, slope, mu, &[floor(), body.clone()]);
        world.settings.time_step = step;
        let mut recording = Recording::new(&mut world);
        for sample in 1..=12 {
            recording.advance_to(0.16 * f64::from(sample));
            let [.., angle, _, _, omega] = of_body(&recording.sample(), "wheel");
            let corners = libm::floor(-angle / (2.0 * beta));
            // from -β on about each corner, down the slope; at rest about the first
            let (mut square, gained) = (0.0, 2.0 * G / (inertia + 1.0));
            for _ in 0..corners as u32 {
                square += gained * (height(-beta) - height(beta));
                let kept = (inertia + libm::cos(2.0 * beta)) / (inertia + 1.0);
                square *= kept * kept;
            }
            let phi = -angle - 2.0 * beta * corners - beta;
            square += gained * (height(-beta) - height(phi));
            let what = format!("{scheme:?}, steps of {step}: after {corners} corners, at {angle} rad");
            assert_close(omega, -square.sqrt(), room, &what);
        }
    }
}
