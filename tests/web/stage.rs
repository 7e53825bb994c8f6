//! What tests ask of the scene on the stage.
use crate::page::Page;

/// x, y, angle, vx, vy, ω of a body, in the world's units.
pub type State = [f64; 6];

/// A point of the window, CSS pixels from its left upper corner.
pub type Point = [f64; 2];

impl Page {
    /// Loads a scene by its part of the address.
    pub async fn load(&self, query: &str) {
        self.value(format!("page.scene.load({query:?})")).await;
    }

    /// Starts or stops the clock.
    pub async fn run(&self, on: bool) {
        self.value(format!("page.clock.run({on})")).await;
    }

    /// Simulated time, s.
    pub async fn time(&self) -> f64 {
        self.number("page.view.time()").await
    }

    /// Waits until that much simulated time has passed.
    pub async fn pass(&self, seconds: f64) {
        let end = self.time().await + seconds;
        self.until(&format!("page.view.time() >= {end}")).await;
    }

    /// The state of the scene, a number over all its bits.
    pub async fn digest(&self) -> String {
        self.text("page.view.digest().toString(16).padStart(16, '0')").await
    }

    /// The state of a body that can move, by number.
    pub async fn body(&self, number: usize) -> State {
        let states = self.value(format!("[...page.view.states()].slice({}, {})", 6 * number, 6 * number + 6)).await;
        serde_json::from_value(states).expect("six numbers")
    }

    /// Waits until a body of the plane that is being pulled has come a centimetre that way, [1, -1] for right and down: it may
    /// swing about the hand, so that its velocity at some moment tells nothing.
    pub async fn until_pulled(&self, number: usize, from: State, ways: [f64; 2]) {
        let far = |axis: usize| {
            let at = 6 * number + axis;
            format!("({} * (page.view.states()[{at}] - {:?}) > 0.01)", ways[axis], from[axis])
        };
        self.until(&format!("{} && {}", far(0), far(1))).await;
    }

    /// How fast a body moves: vx, vy.
    pub async fn velocity(&self, number: usize) -> [f64; 2] {
        let [_, _, _, vx, vy, _] = self.body(number).await;
        [vx, vy]
    }

    /// Takes time steps of the paused scene, so that what happens does not depend on how fast this machine is.
    pub async fn step(&self, times: usize) {
        self.value(format!("Array.from({{ length: {times} }}, () => page.view.step()).length")).await;
    }

    /// Pauses, and fails if a force acts on a body that flies freely: it would change the velocity in each step, as an impact
    /// on its way does in one.
    pub async fn assert_nothing_pushes(&self, body: usize) {
        self.run(false).await;
        let mut velocities = vec![self.velocity(body).await];
        for _ in 0..3 {
            self.step(1).await;
            velocities.push(self.velocity(body).await);
        }
        assert!(velocities.windows(2).any(|pair| pair[0] == pair[1]), "something pushes body {body}: {velocities:?}");
    }

    /// Moves the focus to the stage.
    pub async fn focus_stage(&self) {
        self.value("document.getElementById('stage').focus()").await;
    }

    /// Whether the stage has the focus.
    pub async fn stage_is_focused(&self) -> bool {
        self.value("document.activeElement.id === 'stage'").await == true
    }

    /// The middle of all points of the stage at which a body can be taken.
    pub async fn grip(&self) -> Point {
        self.point(
            "points.reduce(([x, y], [px, py]) => [x + px / points.length, y + py / points.length], [0, 0])",
            true,
        )
        .await
    }

    /// A point of the stage far from any body that can be taken.
    pub async fn open_space(&self) -> Point {
        self.point("points[Math.floor(points.length / 2)]", false).await
    }

    /// Looks at points all over the stage, keeps those where a body can be taken or cannot, and chooses.
    async fn point(&self, choice: &str, taken: bool) -> Point {
        let reach = if taken { 0 } else { 40 };
        let point = self.value(format!(
            "(() => {{
                const box = document.getElementById('stage').getBoundingClientRect(), points = [];
                for (let y = 10; y < box.height - 10; y += 5)
                    for (let x = 10; x < box.width - 10; x += 5)
                        if (page.view.hits(x, y, {reach}) === {taken}) points.push([box.left + x, box.top + y]);
                return {choice};
            }})()"
        ));
        serde_json::from_value(point.await).expect("a point")
    }
}
