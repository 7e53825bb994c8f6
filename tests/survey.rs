mod support;
use contact_forces::complementarity::{Limits, Solution, Status, Step, method};
use support::{Contacts, Load};
#[test]
fn survey() {
    let name = std::env::var("METHOD").unwrap_or("dantzig".into());
    let seeds: u64 = std::env::var("SEEDS").unwrap_or("200".into()).parse().unwrap();
    let verbose = std::env::var("V").is_ok();
    for load in [Load::Solvable, Load::Degenerate, Load::Any] {
        for decades in [0.0, 3.0, 6.0] {
            for repeated in [0, 3] {
                for bilateral in [0, 4] {
                    let (mut worst, mut wf, mut bad) = (0.0_f64, 0.0f64, 0);
                    let mut tally = std::collections::BTreeMap::new();
                    let start = std::time::Instant::now();
                    for seed in 0..seeds {
                        let count = 1 + (seed as usize * 7) % 60;
                        let bodies = 1 + (seed as usize * 5) % 20;
                        let c = Contacts { seed, count, bodies, decades, repeated, bilateral, load };
                        let lcp = c.problem();
                        let mut s = Solution::default();
                        (method(&name).unwrap().new)().solve(&lcp, &Limits::default(), &mut s, &mut |_| ());
                        *tally.entry(s.status.name()).or_insert(0) += 1;
                        let bmax = lcp.b.iter().fold(1.0f64, |m, x| m.max(x.abs()));
                        let rel = s.residual / bmax;
                        let af = (0..count)
                            .map(|i| (0..count).map(|j| (lcp.a[(i, j)] * s.f[j]).abs()).sum::<f64>())
                            .fold(0.0, f64::max);
                        let allowed = rel / (1.0 + af / bmax);
                        if s.status == Status::Solved {
                            worst = worst.max(allowed);
                        }
                        wf = wf.max(af / bmax);
                        let wrong = load != Load::Any && s.status != Status::Solved
                            || s.status == Status::Solved && rel > 1e-11 + 1e-15 * af / bmax
                            || af / bmax > 1e9;
                        if wrong {
                            bad += 1;
                            if bad < 3 && verbose {
                                println!(
                                    "  {c:?} {:?} {:e} rel {rel:e} af {af:e} bmax {bmax:e} steps {}",
                                    s.status, s.residual, s.steps
                                );
                                if bad == 1 {
                                    let mut st = Vec::new();
                                    (method(&name).unwrap().new)().solve(
                                        &lcp,
                                        &Limits::default(),
                                        &mut s,
                                        &mut |q: &Step| {
                                            st.push((
                                                q.driven,
                                                q.blocker,
                                                q.length,
                                                q.response[q.driven],
                                                q.direction[q.blocker],
                                                q.response[q.blocker],
                                                q.f.iter().fold(0.0f64, |m, x| m.max(x.abs())),
                                                q.a.iter().fold(0.0f64, |m, &x| m.min(x)),
                                                q.clamped.iter().filter(|x| **x).count(),
                                            ))
                                        },
                                    );
                                    for q in &st {
                                        if q.2.abs() > 1e4 {
                                            println!("{q:?}");
                                        }
                                    }
                                    for q in &st[st.len().saturating_sub(8)..] {
                                        println!("    {q:?}");
                                    }
                                }
                            }
                        }
                    }
                    println!(
                        "{load:?} decades {decades} repeated {repeated} bilateral {bilateral}: {tally:?} worst {worst:.1e} |A||f|/b {wf:.1e} bad {bad} {:?}",
                        start.elapsed()
                    );
                }
            }
        }
    }
}
