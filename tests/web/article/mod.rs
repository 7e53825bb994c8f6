//! The article: its live numbers are the engine's, its exercises are judged by the engine, scrolling changes nothing.
use crate::page::{Page, Screen};

mod arrows;
mod asks;
mod exercises;
mod figures;
mod numbers;
mod reading;
mod touch;

/// The sections by their places.
const SECTIONS: [&str; 19] = [
    "try",
    "by-hand",
    "overview",
    "gap",
    "entries",
    "offsets",
    "equation",
    "conditions",
    "pivots",
    "redundant",
    "drift",
    "impacts",
    "friction",
    "stones",
    "distances",
    "curved",
    "exercises",
    "notation",
    "limits",
];

impl Page {
    /// Scrolls to a place of the article and waits until its parts are there.
    async fn read(&self, place: &str) {
        self.value(format!("page.reader.read().then(() => document.getElementById('{place}').scrollIntoView())")).await;
        self.until_still().await;
    }

    /// Reads the whole article, so that all its parts are there.
    pub async fn read_all(&self) {
        for place in SECTIONS {
            self.read(place).await;
        }
        self.value("document.querySelectorAll('details.curious').forEach((one) => { one.open = true; })").await;
        let figures = self.number("document.querySelectorAll('[data-figure]').length").await as usize;
        for k in 0..figures {
            self.value(format!("document.querySelectorAll('[data-figure]')[{k}].scrollIntoView()")).await;
            self.until(&format!("document.querySelectorAll('[data-figure]')[{k}].childElementCount")).await;
        }
        self.until_still().await;
    }

    /// Scrolls to a section and waits until its live numbers are those of the present state.
    async fn read_fresh(&self, section: &str) {
        self.read(section).await;
        let element = format!("document.getElementById('{section}').closest('article > section')");
        self.until(&format!("page.article?.live.on && page.article.live.seen.has({element})")).await;
        self.value("page.article.live.draw()").await;
    }

    /// A live number in the section that is read.
    async fn live(&self, name: &str) -> f64 {
        let shown = "page.article.live.seen.has(element.closest('article > section'))";
        let words = self
            .text(format!(
                "[...document.querySelectorAll('[data-live=\"{name}\"]')].find((element) => {shown}).textContent"
            ))
            .await;
        words.replace('−', "-").parse().unwrap_or_else(|_| panic!("{name} is {words:?}"))
    }

    /// Opens the sheet of exercises and waits until its pictures are there.
    pub async fn open_sheet(&self, address: &str) {
        self.show_on(Screen::DESKTOP).await;
        self.go("?").await; // a change of the hash alone would load nothing
        self.go(address).await;
        self.until("document.getElementById('paper')?.getAttribute('aria-busy') === 'false'").await;
    }

    /// Scrolls a button of the article to where nothing lies over it, and clicks it.
    async fn click_in_text(&self, selector: &str) {
        // what comes late above it pushes it away once more
        self.value(format!(
            "new Promise((done) => {{
                const one = document.querySelector({selector:?});
                let last;
                const look = () => {{
                    one.scrollIntoView({{ block: 'center' }});
                    const place = one.getBoundingClientRect().y + scrollY;
                    if (place === last) return done();
                    last = place;
                    setTimeout(look, 400);
                }};
                look();
            }})"
        ))
        .await;
        self.until_still().await;
        self.click(selector).await;
    }

    /// Begins an exercise.
    pub async fn begin(&self, number: usize) {
        self.read(&format!("ex{number}")).await;
        self.click_in_text(&format!("#ex{number} [data-start]")).await;
        self.until(&format!("document.querySelector('#ex{number} form')?.checkVisibility()")).await;
        self.until_still().await;
    }

    /// Fills the fields of an exercise's form.
    async fn fill(&self, number: usize, values: &[String]) {
        self.value(format!(
            "{values:?}.forEach((value, k) => {{
                const field = document.querySelectorAll('#ex{number} form :is(input:not([type=radio]), select)')[k];
                if (field.type === 'checkbox') field.checked = value === 'true';
                else field.value = value;
            }})"
        ))
        .await;
    }

    /// Lets an exercise be checked; whether the answer was right.
    pub async fn check(&self, number: usize) -> bool {
        self.click_in_text(&format!("#ex{number} [type=submit]")).await;
        self.until_still().await;
        self.value(format!("document.querySelector('#ex{number} .verdict').classList.contains('right')")).await == true
    }

    /// Numbers of an expression that is a list of them.
    async fn numbers(&self, expression: &str) -> Vec<f64> {
        serde_json::from_value(self.value(format!("Array.from({expression})")).await).expect("a list of numbers")
    }
}

/// A, b, f and a of the scene.
struct Equation {
    n: usize,
    numbers: Vec<f64>,
}

impl Equation {
    async fn of(page: &Page) -> Self {
        Self {
            n: page.number("page.view.contacts()").await as usize,
            numbers: page.numbers("page.view.equation()").await,
        }
    }

    fn entry(&self, i: usize, j: usize) -> f64 {
        self.numbers[i * self.n + j]
    }

    /// b, f or a by number.
    fn vector(&self, which: usize) -> &[f64] {
        &self.numbers[self.n * (self.n + which)..][..self.n]
    }

    /// A f + b.
    fn under(&self, f: &[f64]) -> Vec<f64> {
        (0..self.n).map(|i| self.vector(0)[i] + (0..self.n).map(|j| self.entry(i, j) * f[j]).sum::<f64>()).collect()
    }
}
