//! Links restore a scene bit for bit, and no text breaks their reader.
use contact_forces::complementarity::{METHODS, Order};
use contact_forces::planar::body::State;
use contact_forces::planar::friction::{Restitution, Scheme};
use contact_forces::planar::impulse::ImpactLaw;
use contact_forces::planar::integrate::Integrator;
use contact_forces::planar::scenes::SCENES;
use contact_forces::planar::world::World;
use contact_forces::session::link::{LANGUAGES, Link, Motion, Show, Theme};
use contact_forces::session::snapshot::{Snapshot, SnapshotError};
use contact_forces::session::warning::Expected;
use glam::DVec2;
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::select;

fn number(low: f64, high: f64) -> BoxedStrategy<f64> {
    prop_oneof![Just(low), Just(high), low..=high, (low.max(1e-300).ln()..=high.ln()).prop_map(f64::exp)]
        .prop_map(move |x| x.clamp(low, high))
        .boxed()
}

fn physics(link: Link) -> impl Strategy<Value = Link> {
    let numbers = (
        of(number(0.0, 1e3)),
        of(number(0.0, 1.0)),
        of(number(0.0, 1e3)),
        of(number(0.0, 1e6)),
        of(number(1e-6, 1e6)),
        of(number(1e-5, 0.1)),
        of(number(0.0, 1e3)),
    );
    let order = prop_oneof![Just(Order::WorstFirst), Just(Order::Index), any::<u64>().prop_map(Order::Random)];
    let solver = select(METHODS.iter().map(|method| method.name).collect::<Vec<_>>());
    let words = (of(select(&Integrator::ALL[..])), of(solver), of(order), of(select(&ImpactLaw::ALL[..])));
    let laws = (of(select(&Scheme::ALL[..])), of(select(&Restitution::ALL[..])));
    (numbers, words, laws).prop_map(move |(n, (integrator, solver, order, impact_law), laws)| Link {
        gravity: n.0,
        elasticity: n.1,
        damping: n.2,
        thrust: n.3,
        mass1: n.4,
        time_step: n.5,
        friction: n.6,
        scheme: laws.0,
        restitution_law: laws.1,
        integrator,
        solver,
        order,
        impact_law,
        ..link.clone()
    })
}

fn page() -> impl Strategy<Value = Link> {
    let scene = select(SCENES.iter().map(|scene| scene.name).collect::<Vec<_>>());
    let show = any::<[bool; 4]>().prop_map(|[forces, pairs, ids, matrix]| Show { forces, pairs, ids, matrix });
    let looks = (
        of(select(LANGUAGES)),
        select(&[Theme::Auto, Theme::Light, Theme::Dark, Theme::Projector][..]),
        select(&[Motion::Auto, Motion::Reduce][..]),
    );
    let flags = (of(any::<bool>()), any::<bool>(), any::<bool>(), of(1..=8u8));
    (scene, 1..=6usize, any::<u64>(), number(0.01, 100.0), show, looks, flags).prop_map(
        |(scene, count, seed, rate, show, (language, theme, motion), (run, keys, embed, exercise))| Link {
            scene,
            count,
            seed,
            rate,
            show,
            language,
            theme,
            motion,
            run,
            keys,
            embed,
            exercise,
            ..Link::default()
        },
    )
}

fn snapshot() -> impl Strategy<Value = Snapshot> {
    let any_number = || any::<f64>().prop_filter("in range", |x| x.abs() <= Snapshot::LARGEST);
    let state = proptest::array::uniform6(any_number()).prop_map(|[x, y, angle, vx, vy, omega]| State {
        position: DVec2::new(x, y),
        angle,
        velocity: DVec2::new(vx, vy),
        omega,
    });
    let states = proptest::collection::vec(state, 0..=Snapshot::MOST_BODIES);
    let firing = proptest::collection::vec((0..256usize, 0..256usize), 0..=Snapshot::MOST_FIRING);
    (any_number(), states, firing).prop_map(|(t, states, firing)| Snapshot::new(t, states, firing).unwrap())
}

fn link() -> impl Strategy<Value = Link> {
    (page().prop_flat_map(physics), of(snapshot())).prop_map(|(link, state)| Link { state, ..link })
}

/// All of a link that has bits: `Debug` shows each double so that it reads back, -0 apart from 0.
fn bits(link: &Link) -> String {
    format!("{link:?}")
}

proptest! {
    #[test]
    fn a_link_reads_back_bit_for_bit(link in link()) {
        let (query, hash) = link.write();
        prop_assert!(query.len() + hash.len() <= Link::LONGEST, "{} characters", query.len() + hash.len());
        let (again, warnings) = Link::parse(&query, &hash);
        prop_assert_eq!(warnings, vec![]);
        prop_assert_eq!(bits(&again), bits(&link));
    }

    #[test]
    fn no_text_breaks_the_reader(query in ".{0,300}", hash in ".{0,300}") {
        Link::parse(&query, &hash);
        Link::parse(&query, &format!("#s=v1.{hash}"));
    }

    #[test]
    fn no_value_breaks_the_reader(values in proptest::collection::vec("[-+0-9a-zA-Z.,:%]{0,12}", 22)) {
        let names = "mode scene n g e d thrust m1 dt rate run integrator solver order law seed show lang theme motion \
                     keys ex embed";
        let query: Vec<String> = names.split(' ').zip(&values).map(|(name, value)| format!("{name}={value}")).collect();
        let (link, _) = Link::parse(&query.join("&"), "");
        let (again, warnings) = Link::parse(&link.write().0, "");
        prop_assert_eq!(warnings, vec![]);
        prop_assert_eq!(bits(&again), bits(&link));
    }

    #[test]
    fn a_damaged_state_is_refused(state in snapshot(), at in any::<prop::sample::Index>(), letter in "[A-Za-z0-9_-]") {
        let text = state.encode();
        let at = at.index(text.len());
        prop_assume!(text[at..=at] != letter);
        let damaged = format!("{}{letter}{}", &text[..at], &text[at + 1..]);
        prop_assert_eq!(Snapshot::decode(&damaged), Err(SnapshotError::Unreadable));
        prop_assert_eq!(Snapshot::decode(&text), Ok(state));
    }
}

#[test]
fn defaults_are_left_out() {
    assert_eq!(Link::default().write(), (String::new(), String::new()));
    assert_eq!(Link::parse("", ""), (Link::default(), vec![]));
    assert_eq!(Link::parse("?", "#"), (Link::default(), vec![]));
}

/// The longest value of every field at once.
#[test]
fn the_longest_link_fits() {
    let longest = 1.2345678901234567e-5;
    let scene = SCENES.iter().map(|scene| scene.name).max_by_key(|name| name.len()).unwrap();
    let state =
        Snapshot::new(-longest, vec![State::default(); Snapshot::MOST_BODIES], vec![(255, 255); Snapshot::MOST_FIRING]);
    let link = Link {
        scene,
        count: 5,
        gravity: Some(longest),
        elasticity: Some(longest),
        friction: Some(longest),
        scheme: Some(Scheme::Acceleration),
        restitution_law: Some(Restitution::Poisson),
        damping: Some(longest),
        thrust: Some(longest),
        mass1: Some(longest),
        time_step: Some(longest),
        integrator: Some(Integrator::DormandPrince),
        solver: METHODS.iter().map(|method| method.name).max_by_key(|name| name.len()),
        order: Some(Order::Random(u64::MAX)),
        impact_law: Some(ImpactLaw::Simultaneous),
        rate: 0.012345678901234567,
        run: Some(true),
        seed: u64::MAX,
        show: Show { forces: true, pairs: true, ids: true, matrix: true },
        language: Some("de"),
        theme: Theme::Projector,
        motion: Motion::Reduce,
        keys: false,
        exercise: Some(8),
        embed: true,
        state: Some(state.unwrap()),
        ..Link::default()
    };
    let (query, hash) = link.write();
    assert!(query.len() + hash.len() <= Link::LONGEST, "{} characters", query.len() + hash.len());
}

#[test]
fn what_cannot_be_taken_is_named_and_defaulted() {
    let (link, warnings) =
        Link::parse("?g=-1&e=NaN&n=7&colour=red&theme=pink&dt=1e400&theme=dark&d=0.5&m1=0", "#s=v2.AA");
    assert_eq!(link, Link { damping: Some(0.5), ..Link::default() });
    let named = |name: &str| &warnings.iter().find(|w| w.field == name).unwrap_or_else(|| panic!("{name}")).expected;
    assert_eq!(*named("g"), Expected::Number(0.0, 1e3));
    assert_eq!(*named("n"), Expected::Whole(1, 6));
    assert!(matches!(named("colour"), Expected::Field(names) if names.contains(&"scene")));
    assert!(matches!(named("theme"), Expected::OneOf(words) if words.contains(&"dark")));
    assert_eq!(*named("s"), Expected::State);
    assert_eq!(warnings.iter().filter(|w| w.expected == Expected::Once).count(), 1);
    assert_eq!(warnings.len(), 9, "{warnings:?}");
    assert_eq!(warnings[0].to_string(), "n: expected a whole number from 1 to 6, found \"7\"; the default is used");
}

#[test]
fn a_place_in_the_article_is_no_state() {
    assert_eq!(Link::parse("", "#exercises"), (Link::default(), vec![]));
}

/// Capture, write, read, open: the same world, and it goes on alike.
#[test]
fn a_shared_world_goes_on_bit_for_bit() {
    let link = Link { gravity: Some(2.5), mass1: Some(3.7), ..Link::default() };
    let mut world = link.start();
    world.settings.order = Order::Random(5);
    world.forces.firing.push((0, 2));
    run(&mut world, 40);
    let (query, hash) = link.capture(&world).unwrap().write();
    let (read, warnings) = Link::parse(&query, &hash);
    assert_eq!(warnings, vec![]);
    let (mut again, warnings) = read.open();
    assert_eq!(warnings, vec![]);
    for steps in [0, 1, 200] {
        run(&mut world, steps);
        run(&mut again, steps);
        assert_eq!(again.digest(), world.digest(), "after {steps} more steps");
        assert_eq!(again.time.to_bits(), world.time.to_bits());
    }
    assert_eq!((&again.forces, &again.settings, &again.bodies), (&world.forces, &world.settings, &world.bodies));
}

#[test]
fn a_state_of_another_scene_is_named_and_left() {
    let link = Link { state: Some(Snapshot::default()), ..Link::default() };
    let (world, warnings) = link.open();
    assert!(matches!(warnings[..], [ref warning] if matches!(warning.expected, Expected::StateOfScene(_))));
    assert_eq!(world.digest(), link.start().digest());
}

fn run(world: &mut World, steps: usize) {
    for _ in 0..steps {
        world.step();
    }
}
