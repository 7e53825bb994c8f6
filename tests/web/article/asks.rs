//! The questions at the ends of the sections: the answers that the text leads to are those that the engine finds.
use crate::harness::in_browser;
use crate::page::Screen;
use serde_json::json;

/// What a reader finds on paper; and in each case something else is wrong.
#[test]
fn answers_on_paper_are_the_engines() {
    in_browser(async |page| {
        page.open("", Screen::DESKTOP).await;
        page.read_all().await;
        let wrong = page
            .value(
                "(async () => {
                const answers = { floor: '0', lever: '0.75', stiff: '10', rate: '-0,2', entry: '-1/6', coriolis: '-0.6', pattern: '0', cases: 'right',
                    pivot: '0.882', range: '6', order: '1/8', rebound: '0.75', tip: 'slides', pyramid: '45', fischer: '-2', roll: '2' };
                const wrong = [], asks = [...document.querySelectorAll('[data-ask]')];
                if (asks.length !== Object.keys(answers).length) wrong.push(`${asks.length} questions`);
                for (const element of asks) {
                    element.scrollIntoView();
                    while (!page.article.asks.has(element)) await new Promise(requestAnimationFrame);
                    const ask = page.article.asks.get(element), answer = answers[element.dataset.ask];
                    const give = async (text) => {
                        if (ask.task.choices) ask.inputs.forEach((input) => { input.checked = input.value === text; });
                        else ask.inputs[0].value = text;
                        await ask.check();
                        if (/[{}]|ask\\./.test(ask.verdict.textContent)) wrong.push(ask.verdict.textContent);
                        return ask.verdict.classList.contains('right');
                    };
                    if (!await give(answer)) wrong.push(`${ask.name}: ${answer}: ${ask.verdict.textContent}`);
                    if (await give(ask.task.choices ? ask.task.choices.find((one) => one !== answer) : '77')) wrong.push(`${ask.name} takes anything`);
                }
                return wrong;
            })()",
            )
            .await;
        assert_eq!(wrong, json!([]));
        page.assert_no_errors().await;
    });
}
