use contact_forces::planar::scenes::*;
fn main(){
  let names: Vec<String>=std::env::args().skip(1).collect();
  for s in SCENES { if !names.is_empty() && !names.contains(&s.name.to_string()) {continue;}
  let mut w=(s.build)(Options::default());
  let h=w.settings.time_step; let steps=(60.0/h) as usize;
  let mut n=0; let mut worst:f64=1.0; let e0=w.balance().total(); let mut gain:f64=0.0; let mut last=e0; let mut notices=vec![];
  let t0=std::time::Instant::now(); let mut slow:f64=0.0;
  for _ in 0..steps { let t1=std::time::Instant::now(); w.step(); slow=slow.max(t1.elapsed().as_secs_f64()*1e3); n+=w.report.impacts.len(); worst=worst.min(w.least_gap()); let e=w.balance().total(); gain=gain.max(e-last); last=e; for x in &w.report.notices { if notices.len()<4 {notices.push((w.time,*x));} } }
  let el=t0.elapsed().as_secs_f64()*1e3/steps as f64;
  let ke=w.balance().kinetic(); let g=w.least_gap(); let d=w.instant();
  println!("{:13} E {:.6}->{:.6} ke {:.1e} gain {:.1e} impacts {} worst {:.3e} gap {:.9} n={} res={:.1e} {:?} ms/step {:.4} worst {:.2} {:?}", s.name,e0,last,ke,gain,n,worst,g,d.contacts.len(),d.solution.residual,d.solution.status,el,slow,notices);
  }
}
