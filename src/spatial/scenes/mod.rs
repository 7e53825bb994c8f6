//! The scenes that the spatial mode has of its own, one table.
pub mod bolt;
mod crank;
pub mod impacts;
pub mod masonry;
pub mod packing;
pub mod screwdriver;
mod simple;
mod smooth;

use super::world::World;

/// What a scene may be asked for; each takes what concerns it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Number of objects.
    pub count: usize,
    /// Seed of random places.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self { count: 6, seed: 0 }
    }
}

/// A row of the table.
#[derive(Clone, Copy)]
pub struct Scene {
    /// Name in links and on the command line.
    pub name: &'static str,
    /// Title for a reader.
    pub title: &'static str,
    /// One paragraph: what to try and what to see.
    pub about: &'static str,
    /// Builds it.
    pub build: fn(Options) -> World,
}

/// The scenes that the mode has of its own.
pub const SCENES: &[Scene] = &[
    Scene {
        name: "balls",
        title: "Balls in a bowl",
        about: "Balls fall into a bowl without friction and come to rest against each other. Choose how many, pull one \
                out and let it go, and see which forces carry the others.",
        build: simple::balls,
    },
    Scene {
        name: "bolt",
        title: "Bolt and countersunk hole",
        about: "A hand presses the bolt down and would rather hold it where it is. Its tip meets the countersink beside the middle, and without friction the \
                slope carries it sideways until it drops in: it finds the hole by itself. Choose another seed for \
                another start, pull the bolt aside, and see which way the contact force points.",
        build: bolt::bolt,
    },
    Scene {
        name: "bolt-aside",
        title: "Bolt beside its hole",
        about: "A hand presses the bolt down, but it stands on the plate and stays there. Pull it over the countersink: \
                from there the contact forces lead it in.",
        build: bolt::bolt_aside,
    },
    Scene {
        name: "polygonal-bolt",
        title: "Bolt and hole with 16 sides",
        about: "The same with plane sides, as a mesh has them. In the hole many contacts carry force at once, and the \
                bolt may move a little farther towards a corner than towards a side.",
        build: bolt::polygonal_bolt,
    },
    Scene {
        name: "screwdriver",
        title: "Screwdriver and crosshead screw",
        about: "A hand holds the driver over the screw, presses lightly and twists. Wherever its wings first rest on the \
                head, they slide until they fall into the recess; there they touch in many places at once, and the \
                screw turns with the driver. Choose another seed for another start, and pull at the handle.",
        build: screwdriver::screwdriver,
    },
    Scene {
        name: "bowl",
        title: "One ball in a bowl: drift",
        about: "The ball swings to and fro and should stay on the bowl. With forces found from accelerations its gap \
                drifts from step to step; with forces found from the distance after the step it does not. Compare the \
                schemes, and make the time step longer.",
        build: simple::bowl,
    },
    Scene {
        name: "spinning-box",
        title: "A box that turns over in flight",
        about: "Nothing acts on the box. Spun about its middle axis it turns over, again and again, though its energy \
                and its angular momentum never change. Spin it about another axis and it does not.",
        build: simple::spinning_box,
    },
    Scene {
        name: "crank",
        title: "Crank, rod and piston",
        about: "Hinges, a point joint and a slider are contacts that also pull. The wheel pushes and pulls the piston; where \
                do the forces in the joints change their signs? Pull the piston, and compare how well the schemes keep \
                the joints together.",
        build: crank::crank,
    },
    Scene {
        name: "ellipsoid",
        title: "An ellipsoid on a plane",
        about: "It rocks, turns and slides without friction; one point carries it, and wanders over its surface as it \
                turns. Where is the force greatest? Pull one end down and let it go.",
        build: smooth::ellipsoid_on_plane,
    },
    Scene {
        name: "ellipsoid-bowl",
        title: "An ellipsoid in a bowl",
        about: "It slides to and fro and turns over. Two curvatures decide how fast the point of contact moves: that of \
                the ellipsoid there, and that of the bowl.",
        build: smooth::ellipsoid_in_bowl,
    },
    Scene {
        name: "rolling-ellipsoid",
        title: "An ellipsoid that rolls",
        about: "With friction the two paths of the point of contact, on the body and on the floor, are equally long: that is \
                rolling. Watch how it wobbles from side to side, and compare it with the ellipsoid that slides.",
        build: smooth::rolling_ellipsoid,
    },
    Scene {
        name: "rolling-bowl",
        title: "An ellipsoid that rolls in a bowl",
        about: "It falls in, slips for a moment, and rolls. Friction couples its swinging with its turning; without it they \
                go their own ways.",
        build: smooth::ellipsoid_rolling_in_bowl,
    },
    Scene {
        name: "torus",
        title: "A ring that rolls",
        about: "The ring leans and wobbles as it rolls away; let the eye follow it. Push it over: lying flat it \
                touches the floor at a whole circle, of which a few points are enough to carry it.",
        build: smooth::torus,
    },
    Scene {
        name: "disc",
        title: "A disc on its edge",
        about: "A sharp edge, a circle, rolls on a plane while the disc's middle is at rest: Euler's disc. The point of \
                contact runs around the edge the faster the flatter the disc leans. Push it down and see how many \
                contacts it has when it lies.",
        build: smooth::disc_on_edge,
    },
    Scene {
        name: "cylinders",
        title: "Crossing cylinders",
        about: "A rod slides along two rails that come together. Each contact is one point as long as the rods cross; \
                were they parallel, it would be a line.",
        build: smooth::crossing_cylinders,
    },
    Scene {
        name: "half-disc",
        title: "A half-disc pressed beside its middle",
        about: "A load presses on the half-disc near its corner. As long as the centre of the pressure is within the base, it \
                rests. Pull down where the load is, and it tips over one point of the arc or over the straight edge.",
        build: smooth::half_disc,
    },
    Scene {
        name: "top",
        title: "A top like the tippe top",
        about: "A ball with a stem whose centre of mass is under the ball's centre. Friction where it slips turns it over \
                until it spins on its stem. Choose a scheme without friction: then it wobbles where it stands and \
                never turns over.",
        build: smooth::top,
    },
    Scene {
        name: "spinning-top",
        title: "A spinning top",
        about: "Fast enough, the top does not fall: its axis goes round slowly instead, the slower the faster it spins. \
                The floor has no friction, so its tip slides in a circle while its centre of mass stays. Push it with \
                a spring, and see it nod.",
        build: simple::spinning_top,
    },
    Scene {
        name: "slope",
        title: "Boxes on a slope",
        about: "Nothing holds the boxes on the slope; they slide, bump into those before them and heap up at the stop. \
                Choose how many, and watch how each box comes to rest on a face.",
        build: simple::slope,
    },
    Scene {
        name: "packing",
        title: "Balls in a box",
        about: "Balls fall into an open box and come to rest with friction. Choose 80, 320, 2000 of them: the forces of all contacts are found together in each step, and the balls overlap by less than a hair's breadth. Pull one out of the heap.",
        build: packing::packing,
    },
    Scene {
        name: "arch",
        title: "A free-standing arch",
        about: "Nothing but weight and friction holds the wedges together. The arrows show how the thrust runs down to the supports, and whether it stays inside the stone. Press the arch with the hand at the side until hinges open. With 21 wedges it would fall if it were thinner than a tenth of its radius.",
        build: masonry::arch,
    },
    Scene {
        name: "wall",
        title: "A dry wall",
        about: "Bricks without mortar, each on two others. The forces spread from row to row. Pull a brick out near the bottom and see how the wall bridges the hole, or throw one at it.",
        build: masonry::wall,
    },
    Scene {
        name: "heavy-top",
        title: "A heavy box on light ones",
        about: "The top box weighs a hundred times as much as each under it. Methods that pass impulses from contact to contact let the boxes sink or slip; here they stand still. Compare the number of iterations in the first steps and later.",
        build: masonry::stack,
    },
    Scene {
        name: "bridge",
        title: "A bridge with piers, overloaded",
        about: "The arch stands on piers of loose blocks until a ball of lead comes down on its side. Which joints open first? Wait until all has come to rest, or catch the ball.",
        build: masonry::bridge,
    },
    Scene {
        name: "dominoes",
        title: "Dominoes",
        about: "The first domino has been pushed. Each one that falls hits the next and goes on leaning on it. Choose how many, stop the wave with the hand, and start it again.",
        build: impacts::dominoes,
    },
    Scene {
        name: "cradle",
        title: "Newton's cradle in a bowl",
        about: "The last ball rolls down and hits a row that touches. Under Moreau's law all impacts happen at once, so the row parts otherwise than in the toy, where they come one after another; energy and momentum are kept both ways. Pull a ball a little aside so that there is room, and the toy's answer comes back.",
        build: impacts::cradle,
    },
    Scene {
        name: "driven",
        title: "One force, four friction cones",
        about: "Four balls that cannot turn are pushed by the same force in the same direction. Under the round cone the ball goes where the force points. Pyramids of four and eight sides bend its way, and the square one, which does not know of directions, does so the other way. Look from above.",
        build: impacts::driven,
    },
];

/// The scene of that name.
pub fn scene(name: &str) -> Option<&'static Scene> {
    SCENES.iter().find(|scene| scene.name == name)
}
