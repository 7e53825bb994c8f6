//! What a machine without a graphics card is spared: edges that are softened, and pictures that no test looks at.
use crate::page::Page;

impl Page {
    /// Leaves edges in space as hard as they come: to soften them takes a third of the time of a machine without a graphics card.
    pub async fn spare(&self) {
        let source = "const context = HTMLCanvasElement.prototype.getContext;
            HTMLCanvasElement.prototype.getContext = function (kind, options) {
                const spared = { ...options, antialias: Boolean(window.softened) };
                return context.call(this, kind, kind === 'webgl2' ? spared : options);
            };";
        self.before_all(source).await;
    }

    /// Lets pictures follow each other as on a slow screen: a running clock takes every core of such a machine otherwise, for
    /// pictures that no test looks at. For the same reason the hint on the stage stands still.
    pub async fn slow_screen(&self) {
        let source =
            "const [request, cancel, asked] = [window.requestAnimationFrame, window.cancelAnimationFrame, new Map()];
            window.requestAnimationFrame = (act) => {
                const wait = setTimeout(() => asked.set(wait, request((now) => (asked.delete(wait), act(now)))), 100);
                return wait;
            };
            window.cancelAnimationFrame = (wait) => {
                clearTimeout(wait);
                cancel(asked.get(wait));
            };
            const still = new CSSStyleSheet();
            still.replaceSync('.hint { animation: none !important; }');
            document.adoptedStyleSheets.push(still);";
        self.before_all(source).await;
    }

    /// Softens them all the same, as a visitor sees them.
    pub async fn soften(&self) {
        self.before_all("window.softened = true").await;
    }
}
