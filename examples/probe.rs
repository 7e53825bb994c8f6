use contact_forces::planar::{body::Body, polygon::Polygon, scenes::*, world::World};
use glam::DVec2;
fn report(w:&mut World, label:&str){ let t=w.time; let e=w.balance().total(); let g=w.least_gap(); let d=w.instant(); println!("{label} t={t:.3} E={e:.12} gap={g:.9} contacts={} f={:?} res={:.1e} st={:?} pivots={}", d.contacts.len(), d.solution.f.iter().map(|f|(f*1e6).round()/1e6).collect::<Vec<_>>(), d.solution.residual, d.solution.status, d.solution.steps); }
fn main(){
  let mut w=(scene("two-blocks").unwrap().build)(Options::default());
  report(&mut w,"two");
  for _ in 0..400{w.step();}
  report(&mut w,"two");
  // drop
  let mut w=World::default(); w.forces.gravity=DVec2::new(0.,-9.81); w.settings.target_gap=0.0; w.settings.time_step=0.01;
  w.bodies=vec![Body::new("b",Polygon::rectangle(2.,1.),1.0).at(0.,2.5,0.), Body::fixed("f",Polygon::rectangle(40.,1.)).at(0.,-0.5,0.)];
  for _ in 0..800{w.step(); for i in &w.report.impacts{ if i.contact.point.x<0. {println!("impact t={:.6} j={:.4} gap={:.2e}",i.time,i.impulse,i.contact.gap);} }}
  report(&mut w,"drop");
  // tilted drop e=1
  for e in [1.0,0.8,0.0]{
  let mut w=World::default(); w.forces.gravity=DVec2::new(0.,-3.); w.settings.restitution=e;
  w.bodies=vec![Body::new("b",Polygon::rectangle(2.,1.),1.0).at(0.,2.5,0.3).moving(0.1,0.,0.5), Body::fixed("f",Polygon::rectangle(40.,1.)).at(0.,-0.5,0.)];
  let mut n=0; let mut worst:f64=1.0; let t0=std::time::Instant::now();
  report(&mut w,"tilt");
  for _ in 0..2400{w.step(); n+=w.report.impacts.len(); worst=worst.min(w.least_gap());}
  report(&mut w,"tilt"); println!("impacts {n} worst {worst:.3e} {:?}",t0.elapsed()); }
}
