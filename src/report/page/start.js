// SPDX-License-Identifier: Apache-2.0
// Keys, scrolling, printing, and where the page begins.

// ---- keys, scrolling, printing ---------------------------------------------------------------------

const KEYS = {
    j: "next",
    k: "back",
    n: "nextOwn",
    p: "backOwn",
    ArrowDown: "next",
    ArrowUp: "back",
    ArrowRight: "next",
    ArrowLeft: "back",
    Home: "first",
    End: "last"
};
document.addEventListener("keydown", (event) => {
    const how = KEYS[event.key], at = event.target;
    if (!run || $("main").hidden || event.ctrlKey || event.metaKey || event.altKey) return;
    if (at.closest("select, input, textarea")) return;
    if (event.key === "a" && canChooseWhole()) return showWhole(!isWhole);
    if (!how) return;
    // Where there is something to scroll, those keys scroll it.
    if (event.key.length > 1 && at.closest("#state, #violations, #head")) return;
    event.preventDefault();
    step(how);
});
let isDue = false;
$("timeline").addEventListener("scroll", () => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
        isDue = false;
        if (run) draw();
    });
});
addEventListener("resize", () => {
    if (run && !$("main").hidden) draw();
});
for (const [name, all] of [["beforeprint", true], ["afterprint", false]])
    addEventListener(name, () => {
        graph.all = all;
        if (run && !$("main").hidden) draw();
    });

const asked = /^#(\d+)\.(\d+)$/.exec(location.hash);
const first = asked && +asked[1] <= (data.violations || []).length ? +asked[1] - 1 : 0;
choose(Math.max(first, 0), asked ? +asked[2] - 1 : -1);
