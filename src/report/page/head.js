// SPDX-License-Identifier: Apache-2.0
// Shows the data of a report (src/report/html_data.c and src/cli/page.c say what is in it). Texts of the checked
// program become text nodes and attributes, never markup. The scripts of this folder are one, in this order: head.js,
// run.js, moment.js, start.js.
//
// Here: what all of them use, the head of the page, and a result without a run.
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);
const ROW = 26, OVERSCAN = 12, MOST_PRINTED = 2000, MOST_SHARED = 150, MOST_BLOCKED = 40;
const COLORS = 8;
const LINKS = {
    starts: {label: "start, end", color: "--life", dash: "", into: "started by", out: "starts"},
    joins: {label: "", color: "--life", dash: "", into: "after the end of", out: "its end lets go on"},
    lock: {label: "lock", color: "--lock", dash: "", into: "takes", out: "hands over"},
    wakes: {label: "wake-up", color: "--wakes", dash: "7 3", into: "woken by", out: "wakes"},
    value: {label: "value", color: "--value", dash: "2 3", into: "reads", out: "its value is read by"},
};

// ---- small things ----------------------------------------------------------------------------------

// Characters that cannot be seen, or that turn the text around them, as escapes: what stands there must be what is
// read.
const UNSEEN = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
const visible = (text) => text.replace(UNSEEN, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
function h(tag, props, ...children) {
    const e = document.createElement(tag);
    for (const [key, value] of Object.entries(props || {})) {
        if (value === undefined || value === null || value === false) continue;
        if (key === "class")
            e.className = value;
        else if (key === "style")
            for (const [k, v] of Object.entries(value)) e.style.setProperty(k, v);
        else if (key.startsWith("on"))
            e.addEventListener(key.slice(2), value);
        else
            e.setAttribute(key, value === true ? "" : value);
    }
    for (const c of children.flat(Infinity))
        if (c !== null && c !== undefined && c !== "") e.append(typeof c === "string" ? visible(c) : c);
    return e;
}
function s(tag, attributes) {
    const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
    return e;
}
const colorOf = (thread) => `var(--t${(thread - 1) % COLORS})`;
const tag = (thread, solid) =>
    h("span", {class: solid ? "tag solid" : "tag", style: {"--c": colorOf(thread)}, title: `thread ${thread}`},
      h("span", {"aria-hidden": "true"}, `T${thread}`), h("span", {class: "unseen"}, `thread ${thread}`));
const shortName = (path) => path.slice(path.lastIndexOf("/") + 1);
const card = (title, ...children) => h("div", {class: "card"}, h("h2", {}, ...[title].flat()), ...children);
// The last index of a sorted list whose entry is not above x; -1 if all are.
function atMost(list, x, key = (e) => e) {
    let low = 0, high = list.length;
    while (low < high) {
        const mid = (low + high) >> 1;
        if (key(list[mid]) <= x)
            low = mid + 1;
        else
            high = mid;
    }
    return low - 1;
}

// ---- the head --------------------------------------------------------------------------------------

function figures() {
    return (data.figures || "").split(", ").filter(Boolean).map((text) => {
        const m = /^(depth )?([\d.]+)(.*)$/.exec(text);
        return h("li", {}, m ? [m[1] || "", h("b", {}, m[2]), m[3]] : text);
    });
}
function optionRows() {
    const rows = [
        ["command", data.command], ["program", (data.programs || []).join(" ")], ["optimisation", data.optimisation],
        ["checked", (data.checked || []).join(", ")]
    ];
    for (const [name, value] of Object.entries(data.options || {}))
        if (name !== "optimisation")
            rows.push([`--${name}`, Array.isArray(value) ? value.join(" ") : value === true ? "yes" : String(value)]);
    rows.push(["heddle", data.heddle]);
    return rows.filter(([, value]) => value);
}
function facts(rows) {
    return h(
        "dl", {class: "facts"}, rows.map(([name, value]) => [h("dt", {}, name), h("dd", {}, h("code", {}, value))]));
}
function showHead(violation) {
    let text = data.verdict === "violated" ?
        (violation ? violation.headline || `${violation.kind}: ${violation.message}` : data.reason) :
        data.verdict === "unknown" ? data.reason :
                                     "";
    if (data.verdict === "holds") text = (data.conditions || " in every schedule").trim();
    const lists = figures();
    $("head").replaceChildren(
        h("h1", {}, h("span", {class: `badge ${data.verdict}`}, data.verdict),
          h("span", {class: "headline"}, text || "")),
        violation && violation.about ? h("p", {class: "about"}, violation.about) : "",
        lists.length ? h("ul", {class: "figures", "aria-label": "Figures"}, lists) : "",
        data.verdict !== "holds" && data.conditions ? h("p", {class: "about"}, `Searched${data.conditions}.`) : "",
        (data.notes || []).length ? h("ul", {class: "notes"}, data.notes.map((n) => h("li", {}, n))) : "",
        h("details", {}, h("summary", {}, "Options and what was checked"), facts(optionRows())));
    const program = shortName((data.programs || [""])[0] || "");
    document.title = `${data.verdict}: ${program} – heddle`;
}
function showViolations(chosen) {
    const all = data.violations || [];
    $("violations").hidden = all.length < 2;
    if (all.length < 2) return;
    $("violations")
        .replaceChildren(h(
            "ol", {},
            all.map(
                (v, i) =>
                    h("li", {},
                      h("button",
                        {type: "button", "aria-current": i === chosen ? "true" : "false", onclick: () => choose(i)},
                        h("span", {}, `${i + 1}`), h("span", {class: "kind"}, v.kind),
                        h("span", {class: "text"}, v.message, v.file ? `, at ${shortName(v.file)}:${v.line}` : ""))))));
}

// ---- a result without a run ------------------------------------------------------------------------

function showPlain() {
    const meaning = {
        holds:
            "No run of the program breaks what was checked. The search was exhaustive: this is so for every " +
            "schedule and every choice" +
            (data.conditions ? ", on the conditions above." : "."),
        unknown: "Neither a violation was found nor was everything searched. What was looked at until then is fine.",
        violated: "A violation was found, but how it comes about was not told.",
    }[data.verdict];
    const lists = figures();
    $("plain").hidden = false;
    $("plain").replaceChildren(
        card(
            "What this means", h("p", {}, meaning),
            data.verdict === "unknown" ? h("p", {}, `Why: ${data.reason}`) : ""),
        (data.violations || []).length ?
            card(
                "Violations",
                h("ul", {class: "lines-list"},
                  data.violations.map(
                      (v) => h("li", {}, `${v.kind}: ${v.message}`, v.file ? `, at ${v.file}:${v.line}` : "")))) :
            "",
        (data.checked || []).length ?
            card("What was checked", h("ul", {}, data.checked.map((c) => h("li", {class: "pill"}, c)))) :
            "",
        lists.length ? card("Figures", h("ul", {}, figures().map((f) => {
                                f.className = "pill";
                                return f;
                            }))) :
                       "",
        card("Options", facts(optionRows().filter(([name]) => name !== "checked"))));
    $("head").querySelector("details").hidden = true;
}
