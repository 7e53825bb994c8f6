//! What the laboratory tells the page of either mode: the same calls on the handles of both stages.

/// The calls of the laboratory on a handle that has a `stage` and a `laboratory`.
macro_rules! laboratory_bindings {
    ($view:ident) => {
        #[wasm_bindgen]
        impl $view {
            /// Of the way of the pivots to the forces: number of steps, largest f, least and largest a on it.
            pub fn pivots(&mut self) -> Vec<f64> {
                let way = self.laboratory.pivots(&mut self.stage);
                let [most, low, high] = way.reach();
                vec![way.steps.len() as f64, most, low, high]
            }

            /// A place of the way. First of the step from there: driven contact, blocker, both from 0 and -1 for none,
            /// length, whether it only closes the way; then of each contact f, a, Δf, Δa, step limit (NaN for none),
            /// side.
            pub fn pivot(&mut self, place: f64) -> Vec<f64> {
                self.laboratory.pivots(&mut self.stage).numbers(place)
            }

            /// Shows a place of the way on the stage; a negative one shows the solution again.
            pub fn show_pivot(&mut self, place: f64) {
                self.laboratory.place = (place >= 0.0).then_some(place);
            }

            /// Names of the bodies that can move.
            pub fn bodies(&self) -> String {
                let bodies = crate::web::laboratory::Staged::moving(&self.stage);
                list(bodies.into_iter().map(|(_, name)| name.into()).collect())
            }

            /// Mass, kg, speed, m/s, and radius, m, of a body by number.
            pub fn body_told(&self, number: usize) -> Vec<f64> {
                let bodies = crate::web::laboratory::Staged::moving(&self.stage);
                let body = bodies.get(number).map(|(id, _)| &self.stage.world.bodies[*id]);
                body.map_or(Vec::new(), |body| vec![body.mass, body.state.velocity.length(), body.shape.radius()])
            }

            /// Of a body by number, each as force and torque along the axes: the sum of all forces, m a with the rate of the
            /// angular momentum, the acceleration; then of each force its kind (0 contact, 1 weight, 2 damping,
            /// 3 thruster, 4 spring, 5 given, 6 joint, 7 guide, 8 impacts), its number there, and itself. Empty if the
            /// forces of the present state are not known.
            pub fn free_body(&mut self, number: usize) -> Vec<f64> {
                use crate::web::laboratory::Staged;
                let id = self.stage.moving().get(number).map(|(id, _)| *id);
                id.map_or(Vec::new(), |id| self.stage.free_body(id))
            }

            /// Shows an entry of A as a picture, after a share of its time, 0 to 1; none for a negative share. Returns
            /// the entry, and the acceleration of its gap by the motion that is shown.
            pub fn show_entry(&mut self, row: usize, column: usize, share: f64) -> Vec<f64> {
                self.laboratory.entry = (share >= 0.0).then_some((row, column, share));
                let shown = self
                    .laboratory
                    .entry
                    .and_then(|_| crate::web::laboratory::Staged::entry(&mut self.stage, row, column));
                shown.map_or(Vec::new(), Vec::from)
            }

            /// f and a of the solution, contact by contact; with friction in the plane the tangents follow.
            pub fn answer(&mut self) -> Vec<f64> {
                self.laboratory.answer(&mut self.stage)
            }

            /// Of each exchange of forces: its row from 0, and the least, the present and the greatest force there,
            /// N.
            pub fn exchanges(&mut self) -> Vec<f64> {
                let (instant, choice) = self.laboratory.choice(&mut self.stage);
                choice.rooms(&*crate::web::laboratory::Answered::choosable(&*instant)).concat()
            }

            /// Lets the contact of an exchange act with a force, N, as far as the others can give way.
            pub fn exchange(&mut self, number: usize, force: f64) {
                let (instant, choice) = self.laboratory.choice(&mut self.stage);
                choice.exchange(&*crate::web::laboratory::Answered::choosable(&*instant), number, force);
            }

            /// Takes the forces that another order of the contacts leads to.
            pub fn shuffle(&mut self, seed: u64) {
                self.laboratory.shuffle(&mut self.stage, seed);
            }

            /// Takes the forces of the stage itself.
            pub fn drop_choice(&mut self) {
                self.laboratory.drop_choice();
            }

            /// The forces chosen and what they do, row by row as the answer; last the largest difference
            /// of a body's acceleration from that on the stage.
            pub fn choice(&mut self) -> Vec<f64> {
                let (instant, choice) = self.laboratory.choice(&mut self.stage);
                let [f, a] = &choice.forces;
                let mut numbers: Vec<f64> = f.iter().zip(a).flat_map(|(f, a)| [*f, *a]).collect();
                numbers.push(crate::web::laboratory::Answered::choosable(&*instant).difference(f));
                numbers
            }
        }
    };
}
pub(crate) use laboratory_bindings;
