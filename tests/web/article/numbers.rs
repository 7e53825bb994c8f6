//! Live numbers of the article, against those of the engine.
use super::Equation;
use crate::harness::in_browser;
use crate::page::Screen;
use contact_forces::session::SpatialLink;
use glam::DVec3;

#[track_caller]
fn assert_shown(found: f64, expected: f64, digits: i32, what: &str) {
    let bound = 0.5000001 * 10f64.powi(-digits);
    assert!((found - expected).abs() <= bound, "{what}: {found} is shown, the engine has {expected}");
}

const MOMENTS: [(&str, usize); 4] = [("two-blocks", 0), ("balance", 0), ("turning", 20), ("overhang", 8)];

/// Sections 4, 6 and 11: for every contact.
#[test]
fn live_numbers_of_a_contact_are_the_engines() {
    in_browser(async |page| {
        page.open("", Screen::DESKTOP).await;
        page.read("gap").await;
        page.until("page.article?.live.on").await;
        for (scene, steps) in MOMENTS {
            page.value(format!("page.scene.load('?scene={scene}')")).await;
            page.step(steps).await;
            let equation = Equation::of(page).await;
            for k in 0..equation.n {
                let what = format!("{scene}, contact {}", k + 1);
                page.value(format!("(page.view.select({k}), page.clock.changed())")).await;
                page.read_fresh("gap").await;
                let [points, turn] = [page.live("points").await, page.live("turn").await];
                let accel = page.live("accel").await;
                page.read_fresh("offsets").await;
                let correction = page.live("bc").await;
                assert_shown(page.live("b").await, equation.vector(0)[k], 3, &format!("{what}: b"));
                assert_shown(accel + correction, equation.vector(2)[k], 2, &format!("{what}: d'' and correction"));
                assert!((points + turn - accel).abs() <= 0.0011, "{what}: {points} + {turn} = {accel}");
                let mut sum = 0.0;
                let rate = page.number(format!("page.view.anatomy({k})[6]")).await;
                page.read_fresh("gap").await;
                assert_shown(page.live("rate").await, rate, 4, &format!("{what}: d'"));
                page.read_fresh("offsets").await;
                for part in ["bF", "bw", "bn", "bc"] {
                    sum += page.live(part).await;
                }
                assert!((sum - equation.vector(0)[k]).abs() <= 0.0021, "{what}: the parts of b add up to {sum}");
            }
        }
        page.assert_no_errors().await;
    });
}

/// Sections 3, 5, 7, 8, 9 and 10.
#[test]
fn live_numbers_of_the_equation_are_the_engines() {
    in_browser(async |page| {
        page.open("", Screen::DESKTOP).await;
        page.read("equation").await;
        page.until("page.article?.live.on").await;
        for (scene, steps) in MOMENTS {
            page.value(format!("page.scene.load('?scene={scene}')")).await;
            page.step(steps).await;
            let equation = Equation::of(page).await;
            let (n, f, a) = (equation.n, equation.vector(1), equation.vector(2));
            page.read_fresh("equation").await;
            let shown = page.value("[...document.querySelectorAll('[data-box=equation] mn')].map((mn) => Number(mn.textContent.replace('−', '-')))");
            let shown: Vec<f64> = serde_json::from_value(shown.await).expect("numbers");
            let mut expected = a.to_vec();
            (0..n).for_each(|i| expected.extend((0..n).map(|j| equation.entry(i, j))));
            expected.extend(f);
            expected.extend(equation.vector(0));
            assert_eq!(shown.len(), expected.len(), "{scene}");
            shown.iter().zip(&expected).for_each(|(shown, expected)| assert_shown(*shown, *expected, 2, scene));
            page.read_fresh("conditions").await;
            let gauss: f64 = (0..n).map(|i| 0.5 * f[i] * (a[i] + equation.vector(0)[i])).sum();
            assert_shown(page.live("gauss").await, gauss, 3, scene);
            page.read_fresh("redundant").await;
            let summary: Vec<String> =
                serde_json::from_value(page.value("page.view.summary().split('\\x1f')").await).unwrap();
            assert_eq!(page.live("rank").await.to_string(), summary[1], "{scene}: rank");
            assert_eq!(page.live("contacts").await.to_string(), summary[0], "{scene}: contacts");
            let movable = page.number("page.view.masses().length").await;
            assert_eq!(page.live("freedoms").await, 3.0 * movable, "{scene}: degrees of freedom");
            for (i, j) in (0..n).flat_map(|i| (0..n).map(move |j| (i, j))) {
                let sum = page.number(format!(
                    "Array.from(page.view.entry({i}, {j})).reduce((sum, x, k, all) => k % 4 === 3 ? sum + all[k - 2] * (all[k - 1] + x) : sum, 0)"
                ));
                assert!((sum.await - equation.entry(i, j)).abs() < 1e-12, "{scene}: a {i} {j}");
            }
        }
        // at rest the floor carries the weights
        page.value("page.scene.load('?scene=two-blocks')").await;
        page.read_fresh("overview").await;
        assert_eq!((page.live("floor").await, page.live("weight").await), (6.0, 6.0));
        page.assert_no_errors().await;
    });
}

/// Section 12, in the plane: a dropped block of which the impulse is known.
#[test]
fn live_numbers_of_an_impact_are_the_engines() {
    in_browser(async |page| {
        page.open("?scene=drop&e=0.5", Screen::DESKTOP).await;
        page.read("impacts").await;
        page.until("page.article?.live.on && page.view.last_impact").await;
        assert_eq!((page.live("e").await, page.live("e2").await), (0.5, 0.25));
        page.value("(() => { while (!page.view.impacts()) page.view.step(); page.clock.changed(); })()").await;
        page.read_fresh("impacts").await;
        let [time, impulses @ ..] = &page.numbers("page.view.last_impact()").await[..] else { panic!("an impact") };
        assert_shown(page.live("impact.time").await, *time, 3, "time of the impact");
        assert_eq!(page.live("impact.count").await as usize, impulses.len());
        let mass = page.number("page.view.masses()[0]").await;
        let gravity = page.number("Number(page.view.value('g'))").await;
        let expected = mass * 1.5 * gravity * time;
        assert_shown(page.live("impact.sum").await, impulses.iter().sum(), 4, "impulses");
        assert!((page.live("impact.sum").await - expected).abs() < 2e-3 * expected, "m (1 + e) v = {expected}");
        page.assert_no_errors().await;
    });
}

/// Sections 13 and 14 in space: contacts with friction that slide and that stick.
#[test]
fn live_numbers_of_friction_are_the_engines() {
    in_browser(async |page| {
        page.open("?mode=spatial&scene=driven", Screen::DESKTOP).await;
        page.read("stones").await;
        page.until("page.article?.live.on").await;
        for (scene, steps, mu) in
            [("scene=driven", 60, 0.4), ("scene=packing&n=12", 70, 0.3), ("scene=arch&n=9", 20, 0.6)]
        {
            page.value(format!("page.scene.load('?mode=spatial&{scene}')")).await;
            page.step(steps).await;
            let mut world = SpatialLink::parse(&format!("?{scene}"), "").0.start();
            (0..steps).for_each(|_| world.step());
            let h = world.settings.time_step;
            for k in 0..world.contacts.len().min(5) {
                let (what, contact) = (format!("{scene}, contact {}", k + 1), world.contacts[k]);
                page.value(format!("(page.view.select({k}), page.clock.changed())")).await;
                page.read_fresh("stones").await;
                let (f, friction) = (contact.force, contact.friction.length());
                let velocity = |body: usize| world.bodies[body].state.velocity_at(contact.point);
                let velocity: DVec3 = velocity(contact.a) - velocity(contact.b);
                let rate = velocity.dot(contact.normal);
                assert_shown(page.live("s.f").await, f, 3, &what);
                assert_shown(page.live("s.r").await, h * f, 5, &what);
                assert_shown(page.live("s.h").await, h, 4, &what);
                assert_shown(page.live("s.u").await, rate, 5, &what);
                assert_eq!(page.live("s.contacts").await as usize, world.contacts.len(), "{scene}");
                assert_eq!(page.live("s.iterations").await as usize, world.report.outcome.iterations, "{scene}");
                page.read_fresh("friction").await;
                assert_eq!(page.live("s.mu").await, mu, "{what}");
                assert_shown(page.live("s.most").await, mu * f, 3, &what);
                assert_shown(page.live("s.friction").await, friction, 3, &what);
                assert_shown(page.live("s.cone").await, mu.atan().to_degrees(), 2, &what);
                assert_shown(page.live("s.angle").await, friction.atan2(f).to_degrees(), 2, &what);
                assert_shown(page.live("s.sliding").await, (velocity - rate * contact.normal).length(), 5, &what);
                assert!(friction <= mu * f * 2f64.sqrt() * (1.0 + 1e-9) + 1e-9, "{what}: {friction} N of {} N", mu * f);
            }
            let carrying = world.contacts.iter().filter(|contact| contact.force > 0.0);
            let full = carrying.clone().filter(|one| one.friction.length() > (1.0 - 1e-6) * mu * one.force);
            assert_eq!(page.live("s.carrying").await as usize, carrying.count(), "{scene}");
            assert_eq!(page.live("s.full").await as usize, full.count(), "{scene}: at their limit");
        }
        page.assert_no_errors().await;
    });
}

/// Section 6 in space: a top that turns has a gyroscopic part in b_F.
#[test]
fn the_gyroscopic_part_is_the_engines() {
    in_browser(async |page| {
        page.open("?mode=spatial&scene=spinning-top", Screen::DESKTOP).await;
        page.read("offsets").await;
        page.until("page.article?.live.on").await;
        page.step(20).await;
        let mut world = SpatialLink::parse("?scene=spinning-top", "").0.start();
        (0..20).for_each(|_| world.step());
        let bodies = world.bodies.clone();
        let one = world.instant().0.anatomy(&bodies, 0);
        page.read_fresh("offsets").await;
        assert!(one.gyroscopic.abs() > 0.1, "{one:?}");
        assert_shown(page.live("gyro").await, one.gyroscopic, 3, "gyroscopic part");
        assert_shown(page.live("bF").await, one.forces, 3, "b_F");
        page.assert_no_errors().await;
    });
}
