// SPDX-License-Identifier: Apache-2.0
// The event that is selected: what it does, its source line, variables, locks and stacks after it.

// ---- the moment ------------------------------------------------------------------------------------

function jump(event, ...text) {
    return h(
        "button", {
            type: "button",
            class: "link",
            onclick: () => {
                if (!rowOfEvent.has(event)) {
                    isWhole = isWhole || !run.events[event].matters;
                    hiddenThreads.clear();
                    variable = "";
                    showFilters();
                    arrange();
                }
                select(event);
            }
        },
        ...text);
}
function linkLine(link, isInto) {
    const other = isInto ? link.from : link.to, look = LINKS[link.kind];
    const what = link.kind === "lock" ? ` ${link.name || "the lock"} ${isInto ? "from" : "to"}` :
        link.kind === "value" ? (isInto ? ` ${link.name} as written by` : "") :
                                          "";
    return h(
        "li", {},
        h("span", {class: "arrow", style: {color: `var(${look.color})`}, "aria-hidden": "true"},
          isInto ? "←" : "→"),
        `${isInto ? look.into : look.out}${what} `, tag(run.events[other].thread), " ",
        jump(other, `event ${other + 1 + v.left_out}`), link.kind === "value" && !isInto ? ` (${link.name})` : "",
        link.kind === "wakes" && link.name ? ` (${link.name})` : "");
}
function showWhat() {
    const e = run.events[selected], items = [];
    const item = (verb, text) => items.push(h("li", {}, h("span", {class: "verb"}, verb), h("code", {}, text)));
    for (const [name, value, isRead] of e.values || [])
        item(isRead ? (e.fault ? "with" : "reads") : "sets", `${name} = ${value}`);
    if (e.call && !e.call.startsWith("__")) item("calls", e.call);
    for (const note of e.notes || []) items.push(h("li", {}, note));
    if (e.repeats) items.push(h("li", {}, `${e.repeats} times in a row`));
    for (const link of run.into[selected]) items.push(linkLine(link, true));
    for (const link of run.out[selected].slice(0, 12)) items.push(linkLine(link, false));
    if (run.out[selected].length > 12) items.push(h("li", {}, `and ${run.out[selected].length - 12} more need this`));
    const isLast = selected === graph.shown[graph.shown.length - 1];
    const isBad = e.fault || (isLast && !run.events.some((x) => x.fault));
    if (isBad)
        for (const b of run.blocked)
            items.push(
                h("li", {class: "blocked"}, tag(b.thread),
                  h("span", {class: "arrow", style: {color: b.inCircle ? "var(--bad)" : "var(--open)"}}, "→"),
                  b.other ? tag(b.other) : "", ` waits: ${b.text}`));
    if (e.fault && v.other)
        items.push(
            h("li", {}, h("span", {class: "arrow", style: {color: "var(--bad)"}, "aria-hidden": "true"}, "⚡"),
              "at the same time as ", tag(v.other.thread), " ", h("code", {}, v.other.function || ""),
              ` ${v.other.file ? `${v.other.file}:${v.other.line}` : ""}`));
    $("what").replaceChildren(
        h("div", {class: isBad ? "card what bad" : "card what"},
          h("div", {class: "line"}, tag(e.thread, true), h("b", {}, e.line ? h("code", {}, e.function) : "ends"),
            e.line ? h("span", {class: "mono"}, `${v.files[e.file].name}:${e.line}`) : "",
            e.continued ? h("span", {}, "goes on with the line") : ""),
          isBad ? h("p", {class: "message"}, `${v.kind}: ${v.message}`) : "", items.length ? h("ul", {}, items) : ""));
}

const KEYWORDS =
    "alignas alignof atomic_int auto bool break case catch char class const constexpr continue default " +
    "delete do double else enum extern false float for goto if inline int long namespace new nullptr " +
    "private public register return short signed sizeof static struct switch template this thread_local " +
    "throw true try typedef typename union unsigned using virtual void volatile while _Atomic _Bool " +
    "_Thread_local NULL pthread_t size_t pthread_mutex_t";
// Comments, strings, numbers, keywords and directives.
const TOKEN = new RegExp(
    String.raw`(//.*$|/\*.*?(?:\*/|$))|("(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?)|\b(\d[\w.]*)|\b(?:` +
        KEYWORDS.replaceAll(" ", "|") + String.raw`)\b|^\s*#\s*\w+`,
    "g");
function highlight(text, state) {
    const parts = [];
    let at = 0;
    if (state.inComment) {
        const end = text.indexOf("*/");
        const stop = end < 0 ? text.length : end + 2;
        parts.push(h("span", {class: "c"}, text.slice(0, stop)));
        state.inComment = end < 0;
        at = stop;
    }
    if (text.length > 2000) return [...parts, text.slice(at)];
    TOKEN.lastIndex = at;
    for (let m; (m = TOKEN.exec(text));) {
        if (m.index > at) parts.push(text.slice(at, m.index));
        parts.push(h("span", {class: m[1] ? "c" : m[2] ? "s" : m[3] ? "d" : "k"}, m[0]));
        if (m[1] && m[1].startsWith("/*") && !m[1].endsWith("*/")) state.inComment = true;
        at = TOKEN.lastIndex = m.index + Math.max(1, m[0].length);
    }
    if (at < text.length) parts.push(text.slice(at));
    return parts;
}
const sourceViews = new Map();  // by violation and file
function sourceView(file) {
    const key = `${data.violations.indexOf(v)} ${file}`;
    if (sourceViews.has(key)) return sourceViews.get(key);
    const view = {lines: new Map(), marked: []},
          pre = h("pre", {class: "lines", tabindex: "0", "aria-label": `Source of ${v.files[file].name}`});
    const state = {inComment: false};
    v.files[file].parts.forEach(([first, lines], k) => {
        if (k || first > 1) pre.append(h("span", {class: "l skipped"}, "⋯"));
        state.inComment = false;
        lines.forEach((text, i) => {
            const line =
                h("span", {class: "l"}, h("span", {class: "n"}, `${first + i}`),
                  h("span", {class: "t"}, highlight(text, state), "\n"));
            view.lines.set(first + i, line);
            pre.append(line);
        });
    });
    view.pre = pre;
    sourceViews.set(key, view);
    return view;
}
// Marks the line of the event, or of a frame, and where the other threads stand.
function showSource(file, line, thread, isBad) {
    if (file === undefined || file === null) return $("source").replaceChildren();
    const view = sourceView(file);
    for (const [old, marks] of view.marked) {
        old.className = "l";
        marks.forEach((m) => m.remove());
    }
    view.marked = [];
    const mark = (n, cls, t) => {
        const at = view.lines.get(n);
        if (!at) return null;
        const label = tag(t);
        if (cls) at.className = cls;
        at.style.setProperty("--c", colorOf(t));
        if (!at.firstChild.querySelector(".tag")) at.firstChild.prepend(label);
        view.marked.push([at, [label]]);
        return at;
    };
    const here = mark(line, isBad ? "l here bad" : "l here", thread);
    if (here) here.setAttribute("aria-current", "true");
    for (const [at] of view.marked)
        if (at !== here) at.removeAttribute("aria-current");
    for (const t of run.threads) {
        const last = t === thread ? -1 : lastOf(t, selected), e = last < 0 ? null : run.events[last];
        if (e && e.file === file && !run.events[last].ends && e.line !== line) mark(e.line, "", t);
    }
    if (isBad && v.other && v.other.file === v.files[file].name && v.other.line !== line)
        mark(v.other.line, "l here bad", v.other.thread);
    for (const [n, at] of view.lines) at.classList.toggle("far", Math.abs(n - line) > 12);
    $("source").replaceChildren(card(
        [h("span", {class: "grow mono"}, v.files[file].name), `line ${line}`],
        v.files[file].lines ? view.pre : h("p", {class: "more"}, "The source could not be read.")));
    if (here) view.pre.scrollTop = here.offsetTop - view.pre.clientHeight / 2 + 20;
}
function showShared() {
    const e = run.events[selected], touched = new Set(e.touched || []), table = [];
    let left = 0;
    v.shared.forEach(([name], i) => {
        const now = valueAt(i, selected), old = valueAt(i, selected - 1);
        const isChanged = now.event === selected && old.value !== null && old.value !== now.value;
        if (now.value === null && !isChanged) return;
        if (table.length >= MOST_SHARED && !isChanged && !touched.has(i)) {
            left++;
            return;
        }
        const writer = now.event >= 0 && isSetIn(i, now.event) ? run.events[now.event] : null;
        table.push(
            h("tr",
              {class: isChanged   ? "changed" :
                   touched.has(i) ? "touched" :
                                    "",
               "data-name": name},
              h("td", {class: "name"},
                h("button", {
                    type: "button",
                    class: "link",
                    title: "show only events that touch it",
                    onclick: () => filterBy("v" + name)
                },
                  name)),
              h("td", {}, isChanged ? h("del", {class: "value"}, old.value) : "",
                isChanged ? h("span", {class: "unseen"}, " changed to ") : "",
                h("span", {class: "value"}, now.value === null ? "(gone)" : now.value)),
              h("td", {class: "by"},
                writer ? [tag(writer.thread), " ", jump(now.event, `${now.event + 1 + v.left_out}`)] : "")));
    });
    const holds = holdsAt(selected), before = holdsAt(selected - 1);
    const owners = (list, lock) => list.filter(([l]) => l === lock).map(([, t]) => t);
    const locks = v.locks.map((name, i) => {
        const now = owners(holds, i), isChanged = now.join() !== owners(before, i).join();
        const waiting = run.threads.filter((t) => {
            const w = waitAt(t, selected);
            return w === name || w.startsWith(name + " ");
        });
        return h(
            "tr", {class: isChanged ? "changed" : "", "data-name": name},
            h("td", {class: "name"},
              h("button", {
                  type: "button",
                  class: "link",
                  title: "show only events that touch it",
                  onclick: () => filterBy("l" + name)
              },
                name)),
            h("td", {}, now.length ? now.map((t) => [tag(t, true), " "]) : h("span", {class: "status"}, "free")),
            h("td", {}, waiting.map((t) => [tag(t), " "])));
    });
    const head = (...names) => h("thead", {}, h("tr", {}, names.map((n) => h("th", {scope: "col"}, n))));
    const parts = [];
    if (table.length)
        parts.push(card(
            "Shared variables",
            h("table", {}, head("variable", "value after this event", "set by"), h("tbody", {}, table)),
            left ? h("div", {class: "more"}, `and ${left} more`) : ""));
    if (locks.length)
        parts.push(card("Locks", h("table", {}, head("lock", "held by", "wanted by"), h("tbody", {}, locks))));
    $("shared").replaceChildren(parts.length ? h("div", {class: parts.length > 1 ? "two" : ""}, parts) : "");
}
// The event gives the variable its value; otherwise the value only becomes known there.
function isSetIn(variable, event) {
    const [name] = v.shared[variable];
    return valueAt(variable, event - 1).value !== null ||
        (run.events[event].values || []).some(([n, , isRead]) => !isRead && (n === name || name.endsWith(`::${n}`)));
}
function showThreads() {
    const open = new Map([...$("threads").querySelectorAll("details")].map((d) => [d.dataset.thread, d.open]));
    const current = run.events[selected].thread;
    const many = run.threads.length > 4;
    $("threads").replaceChildren(card("Threads and their stacks", run.threads.map((t) => {
        const last = lastOf(t, selected), e = last < 0 ? null : run.events[last], waits = waitAt(t, selected);
        const start = run.start.get(t);
        const isEnded = run.end.has(t) && run.end.get(t) <= selected;
        const status = isEnded ? "has ended" :
            waits              ? `waits: ${waits}` :
                         e                                        ? (t === current ? "" : "can go on") :
                         start !== undefined && start <= selected ? "has not begun" :
                         t === 1                                  ? "" :
                                                                    "not started yet";
        const stack = isEnded ? [] : (e && e.stack) || [];
        const final = !e && selected === run.events.length - 1 ? (v.stacks || []).find((x) => x.thread === t) : null;
        const isOpen = t === current || (open.has(`${t}`) ? open.get(`${t}`) : !many);
        const old = e && last === selected ? lastOf(t, selected - 1) : -1;
        return h(
            "details", {class: t === current ? "thread current" : "thread", "data-thread": t, open: isOpen},
            h("summary", {}, tag(t, t === current), h("code", {}, run.role.get(t) || ""),
              h("span", {class: waits && !isEnded ? "status waits" : "status", title: status}, status)),
            stack.length ?
                h("ul", {class: "frames"}, stack.map((f, depth) => frameItem(f, t, old, stack.length - depth))) :
                "",
            final && final.frames.length ?
                h("ul", {class: "frames"},
                  final.frames.map(
                      (f) =>
                          h("li", {}, h("span", {class: "fn"}, f.function || ""),
                            h("span", {class: "at mono"}, f.file ? `${shortName(f.file)}:${f.line}` : ""),
                            f.variables ? h("div", {class: "vars"}, f.variables) : ""))) :
                "");
    })));
}
function frameItem(index, thread, old, height) {
    const [fn, file, line, values] = v.frames[index];
    const before = old < 0 ? null : (run.events[old].stack || []);
    const frame = before && before.length >= height ? v.frames[before[before.length - height]] : null;
    const was = new Map(frame && frame[0] === fn ? frame[3] : []);
    return h(
        "li", {},
        h("button", {
            type: "button",
            class: "link",
            title: "show this line",
            onclick: () => showSource(file, line, thread, false)
        },
          h("span", {class: "fn"}, fn)),
        h("span", {class: "at mono"}, file === null ? "" : `${shortName(v.files[file].name)}:${line}`),
        values.length ? h("div", {class: "vars"},
                          values.map(
                              ([name, value]) =>
                                  h("span", {class: frame && was.get(name) !== value ? "changed" : ""},
                                    h("i", {}, `${name} = `), h("span", {class: "value"}, value)))) :
                        "");
}
function showState() {
    const e = run.events[selected];
    showWhat();
    showShared();
    showThreads();
    if (e.line) {
        showSource(e.file, e.line, e.thread, e.fault);
    } else {
        $("source").replaceChildren();
    }
}
function step(how) {
    const list = graph.shown, at = list.indexOf(selected), thread = run.events[selected].thread;
    const own = (events) => events.find((i) => run.events[i].thread === thread);
    const to = {
        first: list[0],
        last: list[list.length - 1],
        next: list[at + 1],
        back: list[at - 1],
        nextOwn: own(list.slice(at + 1)),
        backOwn: at > 0 ? own(list.slice(0, at).reverse()) : undefined
    }[how];
    if (to !== undefined) select(to);
}
function showStepper() {
    const icon = (d) => {
        const svg = s("svg", {width: 14, height: 14, viewBox: "0 0 14 14", "aria-hidden": "true"});
        svg.append(s("path", {d, fill: "currentColor"}));
        return svg;
    };
    const button = (how, sign, label) =>
        h("button", {type: "button", "data-step": how, "aria-label": label, title: label, onclick: () => step(how)},
          sign);
    $("stepper").replaceChildren(
        button("first", icon("M1 2h2v10h-2zM13 2v10l-9 -5z"), "First event (Home)"),
        button("back", icon("M11 2v10l-9 -5z"), "Previous event (k or arrow up)"),
        button("next", icon("M3 2v10l9 -5z"), "Next event (j or arrow down)"),
        button("last", icon("M11 2h2v10h-2zM1 2v10l9 -5z"), "Last event (End)"),
        button("backOwn", "↑T", "Previous event of this thread (p)"),
        button("nextOwn", "↓T", "Next event of this thread (n)"), h("span", {class: "where", id: "where"}),
        h("span", {class: "keys", "aria-hidden": "true"}, h("kbd", {}, "j"), " ", h("kbd", {}, "k"), " step  ",
          h("kbd", {}, "n"), " ", h("kbd", {}, "p"), " in the thread",
          canChooseWhole() ? ["  ", h("kbd", {}, "a"), " all"] : ""));
}
function select(event) {
    selected = event;
    const row = rowOfEvent.get(event), e = run.events[event], list = graph.shown, at = list.indexOf(event);
    if (at >= 0 && at === list.length - 1) reveal(rows.length - 1);
    if (row !== undefined) reveal(row);
    draw();
    showState();
    $("where").textContent = `event ${event + 1 + v.left_out} of ${run.events.length + v.left_out}`;
    for (const b of $("stepper").querySelectorAll("button"))
        b.disabled = ["first", "back"].includes(b.dataset.step) ? at <= 0 :
            ["last", "next"].includes(b.dataset.step)           ? at === list.length - 1 :
                                                                  false;
    $("live").textContent = `event ${event + 1 + v.left_out}, thread ${e.thread}${
        e.line ? `, line ${e.line}: ${sourceOf(e.file, e.line).trim()}` : ""}`;
    const hash = `#${data.violations.indexOf(v) + 1}.${event + 1}`;
    try {
        history.replaceState(null, "", hash);
    } catch (error) { /* a page that has no address */
    }
}
function choose(i, event) {
    v = data.violations[i];
    showHead(v);
    showViolations(i);
    if (!v || !v.events || !v.events.length) {
        $("main").hidden = true;
        return showPlain();
    }
    $("plain").hidden = true;
    $("main").hidden = false;
    hiddenThreads = new Set();
    variable = "";
    run = prepare(v);
    const fault = run.events.findIndex((e) => e.fault);
    const at = event >= 0 && event < run.events.length ? event : fault >= 0 ? fault : run.events.length - 1;
    isWhole = event >= 0 && !run.events[at].matters;
    selected = -1;
    showLanes();
    showFilters();
    showStepper();
    arrange();
    $("output").replaceChildren(v.output ? card("Output of the program", h("pre", {}, v.output)) : "");
    select(rowOfEvent.has(at) || !graph.shown.length ? at : graph.shown[graph.shown.length - 1]);
}
