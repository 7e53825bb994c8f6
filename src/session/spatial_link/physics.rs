//! The settings of the physics that an address may name, one table.
use crate::spatial::law::{Cone, ImpactLaw};
use crate::spatial::world::World;
use glam::DVec3;

/// Declares [`Physics`]: for each setting its type, how a world tells it and how a world takes it.
macro_rules! table {
    ($($(#[$about:meta])* $name:ident: $kind:ty, $tell:expr, $take:expr;)*) => {
        /// Settings of the physics; `None` leaves the scene's own value.
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct Physics {
            $($(#[$about])* pub $name: Option<$kind>,)*
        }

        impl Physics {
            /// All, as a world has them.
            pub fn of(world: &World) -> Self {
                $(let $name: fn(&World) -> $kind = $tell;)*
                Self { $($name: Some($name(world)),)* }
            }

            /// Puts those that are set into a world.
            pub fn apply(&self, world: &mut World) {
                $(if let Some(value) = self.$name {
                    let take: fn(&mut World, $kind) = $take;
                    take(world, value);
                })*
            }

            /// Those that are not the same in another.
            pub fn besides(&self, other: &Self) -> Self {
                Self { $($name: self.$name.filter(|value| Some(*value) != other.$name),)* }
            }
        }
    };
}

table! {
    /// `g`: gravity downwards, m/s².
    gravity: f64, |w| 0.0 - w.forces.gravity.z, |w, g| w.forces.gravity = DVec3::new(0.0, 0.0, -g);
    /// `mu`: coefficient of friction.
    friction: f64, |w| w.settings.friction, |w, x| w.settings.friction = x;
    /// `e`: restitution, e_n.
    restitution: f64, |w| w.settings.restitution, |w, x| w.settings.restitution = x;
    /// `et`: the same across the normal, e_t.
    tangential: f64, |w| w.settings.tangential, |w, x| w.settings.tangential = x;
    /// `cone`: what bounds friction.
    cone: Cone, |w| w.settings.cone, |w, x| w.settings.cone = x;
    /// `law`: how several impacts in one step are treated.
    impact_law: ImpactLaw, |w| w.settings.impact_law, |w, x| w.settings.impact_law = x;
    /// `d`: damping, kg/s.
    damping: f64, |w| w.forces.damping, |w, x| w.forces.damping = x;
    /// `thrust`: force of a thruster, N.
    thrust: f64, |w| w.forces.thrust, |w, x| w.forces.thrust = x;
    /// `dt`: time step, s.
    time_step: f64, |w| w.settings.time_step, |w, x| w.settings.time_step = x;
    /// `scheme`: one of the table of schemes.
    scheme: &'static str, |w| w.settings.scheme, |w, x| w.settings.scheme = x;
    /// `solver`: the method of the poster's table that takes the contacts of a step by impulses; none for the scheme's own.
    solver: Option<&'static str>, |w| w.settings.solver, |w, x| w.settings.solver = x;
    /// `sleep`: whether bodies at rest sleep.
    sleep: bool, |w| w.settings.sleep, |w, x| w.settings.sleep = x;
}
