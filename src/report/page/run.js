// SPDX-License-Identifier: Apache-2.0
// The run: what the filters leave of it, lanes, rows, arrows. However long it is, only the rows that can be seen are in
// the document.

// ---- one run ---------------------------------------------------------------------------------------

let v = null;       // the violation that is shown
let run = null;     // what is known of it, see prepare
let selected = -1;  // event
let hiddenThreads = new Set(), hiddenLinks = new Set(), variable = "", isWhole = false;
let rows = [], rowOfEvent = new Map();  // what the filters leave
let graph = {left: 46, lane: 44, width: 0, place: 8, shown: [], all: false};

function prepare(violation) {
    const events = violation.events;
    const r = {
        events,
        threads: [],
        own: new Map(),
        changes: violation.shared.map(() => []),
        touches: violation.shared.map(() => []),
        holds: [],
        waits: new Map(),
        start: new Map(),
        end: new Map(),
        into: events.map(() => []),
        out: events.map(() => []),
        role: new Map(),
        matter: events.filter((e) => e.matters || e.fault).length,
    };
    events.forEach((e, i) => {
        if (!r.own.has(e.thread)) r.own.set(e.thread, []);
        r.own.get(e.thread).push(i);
        for (const [variable, value] of e.changes || []) r.changes[variable].push([i, value]);
        for (const variable of e.touched || []) r.touches[variable].push(i);
        if (e.holds) r.holds.push([i, e.holds]);
        for (const [thread, text] of e.waits || []) {
            if (!r.waits.has(thread)) r.waits.set(thread, []);
            r.waits.get(thread).push([i, text]);
        }
        if (e.ends) r.end.set(e.thread, i);
        for (const note of e.notes || []) {
            const m = /^starts thread (\d+)(?:: (.*))?$/.exec(note);
            if (m) {
                r.start.set(+m[1], i);
                if (m[2]) r.role.set(+m[1], m[2].replace(/\(.*$/s, ""));
            }
        }
    });
    for (const [kind, from, to, name] of violation.links) {
        const link = {kind, from, to, name};
        r.out[from].push(link);
        r.into[to].push(link);
    }
    r.links = violation.links.map(([kind, from, to, name]) => ({kind, from, to, name}));
    const numbers = new Set([...r.own.keys(), ...r.start.keys(), ...(violation.stacks || []).map((t) => t.thread)]);
    r.threads = [...numbers].sort((a, b) => a - b);
    if (!r.role.has(1)) r.role.set(1, "main");
    r.blocked = violation.kind === "deadlock" ? blockedThreads(violation) : [];
    return r;
}
// Who waits for whom in the end, with those first that wait for each other in a circle, in its order.
function blockedThreads(violation) {
    const stacks = new Map((violation.stacks || []).filter((t) => t.waits).map((t) => [t.thread, t]));
    const next = (t) => stacks.has(t) ? stacks.get(t).waits_for : null;
    const isInCircle = (t) => {
        let at = next(t);
        for (let n = 0; at && at !== t && n < stacks.size; n++) at = next(at);
        return at === t;
    };
    const list = [];
    const add = (t, inCircle) => {
        if (list.some((b) => b.thread === t)) return;
        list.push({thread: t, other: next(t), text: stacks.get(t).waits, inCircle});
        if (inCircle) add(next(t), true);
    };
    for (const t of stacks.keys())
        if (isInCircle(t)) add(t, true);
    for (const t of stacks.keys()) add(t, false);
    return list;
}
const valueAt = (variable, event) => {
    const at = atMost(run.changes[variable], event, (c) => c[0]);
    return at < 0 ? {value: v.shared[variable][1], event: -1} :
                    {value: run.changes[variable][at][1], event: run.changes[variable][at][0]};
};
const holdsAt = (event) => {
    const at = atMost(run.holds, event, (c) => c[0]);
    return at < 0 ? [] : run.holds[at][1];
};
const waitAt = (thread, event) => {
    const list = run.waits.get(thread) || [], at = atMost(list, event, (c) => c[0]);
    return at < 0 ? "" : list[at][1];
};
const lastOf = (thread, event) => {
    const list = run.own.get(thread) || [], at = atMost(list, event);
    return at < 0 ? -1 : list[at];
};
function sourceOf(file, line) {
    for (const [first, lines] of file === undefined ? [] : v.files[file].parts)
        if (line >= first && line < first + lines.length) return lines[line - first];
    return "";
}

// ---- filters ---------------------------------------------------------------------------------------

function touchesLock(i, name) {
    const e = run.events[i], lock = v.locks.indexOf(name);
    const held = (list) => list.filter(([l]) => l === lock).map(([, t]) => t).sort().join();
    return (e.holds && held(holdsAt(i - 1)) !== held(e.holds)) ||
        [...run.into[i], ...run.out[i]].some((l) => l.kind === "lock" && l.name === name) ||
        (e.waits || []).some(([t, text]) => t === e.thread && (text === name || text.startsWith(name + " ")));
}
// Some events matter to the violation, and others do not.
const canChooseWhole = () => run.matter > 0 && run.matter < run.events.length;
function passes() {
    const [kind, name] = [variable.slice(0, 1), variable.slice(1)];
    let wanted = null;
    if (kind === "v") {
        wanted = new Set();
        v.shared.forEach(([n], i) => {
            if (n === name) [...run.touches[i], ...run.changes[i].map((c) => c[0])].forEach((e) => wanted.add(e));
        });
    } else if (kind === "l") {
        wanted = new Set(run.events.map((_, i) => i).filter((i) => touchesLock(i, name)));
    }
    const all = isWhole || !canChooseWhole();
    return (i) => {
        const e = run.events[i];
        return e.fault || (!hiddenThreads.has(e.thread) && (all || e.matters) && (!wanted || wanted.has(i)));
    };
}
function arrange() {
    const isShown = passes();
    rows = [];
    rowOfEvent = new Map();
    if (v.left_out) rows.push({mark: `${v.left_out} earlier events are left out`});
    run.events.forEach((_, i) => {
        if (i === v.cycle_from) rows.push({mark: "from here on, for ever:", cycle: true});
        if (!isShown(i)) return;
        rowOfEvent.set(i, rows.length);
        rows.push({event: i});
    });
    if (v.cycle_from === run.events.length)
        rows.push({mark: v.cycle < v.steps ? "and so on, for ever" : "nothing happens any more"});
    if (!run.events.some((e) => e.fault)) rows.push({mark: `${v.kind}: ${v.message}`, bad: true});
    for (const b of run.blocked.slice(0, MOST_BLOCKED))
        rows.push({mark: `${b.inCircle ? "↻ " : ""}thread ${b.thread} waits: ${b.text}`, blocked: b});
    if (run.blocked.length > MOST_BLOCKED) rows.push({mark: `and ${run.blocked.length - MOST_BLOCKED} more wait`});
    $("rows").style.height = `${(rows.length + 1) * ROW}px`;
    graph.shown = [...rowOfEvent.keys()];
    if (selected >= 0 && !rowOfEvent.has(selected)) {
        const at = atMost(graph.shown, selected);
        if (graph.shown.length) return select(graph.shown[Math.max(at, 0)]);
    }
    draw();
}
function showFilters() {
    const threads = run.threads.map(
        (t) =>
            h("button", {
                type: "button",
                "aria-pressed": hiddenThreads.has(t) ? "false" : "true",
                "data-thread": t,
                "aria-label": `Events of thread ${t}`,
                style: {"--c": colorOf(t), color: colorOf(t)},
                title: `show or hide thread ${t}`,
                onclick: (e) => {
                    hiddenThreads.has(t) ? hiddenThreads.delete(t) : hiddenThreads.add(t);
                    e.currentTarget.setAttribute("aria-pressed", !hiddenThreads.has(t));
                    arrange();
                }
            },
              `T${t}`));
    const names = [...new Set(v.shared.map(([n]) => n))].sort((a, b) => a.localeCompare(b, undefined, {numeric: true}));
    const choice = h(
        "select", {
            id: "variable",
            "aria-label": "Only events that touch",
            onchange: (e) => {
                variable = e.target.value;
                arrange();
            }
        },
        h("option", {value: ""}, "all variables"),
        names.length ? h("optgroup", {label: "Shared variables"}, names.map((n) => h("option", {value: "v" + n}, n))) :
                       "",
        v.locks.length ? h("optgroup", {label: "Locks"}, v.locks.map((n) => h("option", {value: "l" + n}, n))) : "");
    choice.value = variable;
    const kinds = ["starts", "lock", "wakes", "value"].filter(
        (k) => run.links.some((l) => l.kind === k || (k === "starts" && l.kind === "joins")));
    const arrows = kinds.map(
        (k) =>
            h("button", {
                type: "button",
                "aria-pressed": hiddenLinks.has(k) ? "false" : "true",
                "data-link": k,
                "aria-label": `Arrows: ${LINKS[k].label}`,
                onclick: (e) => {
                    for (const kind of k === "starts" ? ["starts", "joins"] : [k])
                        hiddenLinks.has(kind) ? hiddenLinks.delete(kind) : hiddenLinks.add(kind);
                    e.currentTarget.setAttribute("aria-pressed", !hiddenLinks.has(k));
                    draw();
                }
            },
              h("span", {
                  class: `sample ${
                      k === "value"     ? "dotted" :
                          k === "wakes" ? "dashed" :
                                          ""}`,
                  style: {color: `var(${LINKS[k].color})`}
              }),
              LINKS[k].label));
    const whole = [false, true].map(
        (w) =>
            h("button", {
                type: "button",
                class: "either",
                "data-whole": w ? "yes" : "no",
                "aria-pressed": isWhole === w ? "true" : "false",
                title: w ? "show all events (a)" : "show only events that the violation depends on (a)",
                onclick: () => showWhole(w)
            },
              w ? `everything (${run.events.length})` : `what matters (${run.matter})`));
    $("filters").replaceChildren(
        canChooseWhole() ? h("span", {class: "group", role: "group", "aria-label": "Events"},
                             h("span", {class: "caption", "aria-hidden": "true"}, "Events"), whole) :
                           "",
        h("span", {class: "group"}, h("span", {class: "caption"}, "Threads"), threads),
        h("span", {class: "group"}, choice),
        arrows.length ? h("span", {class: "group"}, h("span", {class: "caption"}, "Arrows"), arrows) : "");
}
// Everything, or only what matters.
function showWhole(whole) {
    isWhole = whole;
    for (const b of $("filters").querySelectorAll("[data-whole]"))
        b.setAttribute("aria-pressed", (b.dataset.whole === "yes") === isWhole);
    arrange();
    if (rowOfEvent.has(selected)) select(selected);
}
function filterBy(value) {
    variable = variable === value ? "" : value;
    $("variable").value = variable;
    arrange();
    showState();
}

// ---- the run: lanes, rows, arrows ------------------------------------------------------------------

const laneX = (thread) => graph.left + (run.threads.indexOf(thread) + .5) * graph.lane;
const rowY = (row) => row * ROW + ROW / 2;

function showLanes() {
    const n = run.threads.length;
    graph.lane = n <= 3 ? 60 : n <= 5 ? 46 : n <= 10 ? 30 : n <= 16 ? 20 : 17;
    graph.width = graph.left + n * graph.lane + 8;
    $("lanes").replaceChildren(
        ...run.threads.map(
            (t) =>
                h("div", {
                    class: "lane",
                    title: `thread ${t}: ${run.role.get(t) || ""}`,
                    style: {left: `${laneX(t) - graph.lane / 2}px`, width: `${graph.lane}px`, "--c": colorOf(t)}
                },
                  graph.lane > 30 ? `T${t}` : `${t}`, graph.lane > 40 ? h("small", {}, run.role.get(t) || "") : "")),
        h("div", {class: "columns", style: {left: `${graph.width + 8}px`}}, "what happens, from top to bottom"));
    graph.isOneFile = new Set(run.events.filter((e) => e.line).map((e) => e.file)).size < 2;
    graph.place = run.events.reduce((most, e) => Math.max(most, e.line ? placeOf(e).length : 0), 3);
    graph.place = Math.min(22, graph.place);
}
const placeOf = (e) => graph.isOneFile ? `${e.line}` : `${shortName(v.files[e.file].name)}:${e.line}`;
function effects(e, source) {
    const parts = [];
    const add = (cls, text) => {
        if (parts.length) parts.push(", ");
        parts.push(cls ? h("span", {class: cls}, text) : text);
    };
    for (const [name, value, isRead] of e.values || [])
        if (isRead) add("read", `${e.fault ? "with" : "reads"} ${name} = ${value}`);
    for (const [name, value, isRead] of e.values || [])
        if (!isRead) add("write", `${name} = ${value}`);
    for (const note of e.notes || []) add(note.startsWith("waits") ? "wait" : "", note);
    if (!parts.length && e.call && !source.includes(e.call.slice(0, e.call.indexOf("(")))) add("", e.call);
    if (e.repeats) parts.push(` (${e.repeats} times)`);
    return parts;
}
function makeRow(row) {
    const entry = rows[row], style = {top: `${row * ROW}px`};
    if (entry.mark)
        return h(
            "div", {
                class: entry.bad || (entry.blocked && entry.blocked.inCircle) ? "mark-row bad" : "mark-row",
                style: {...style, "padding-left": `${graph.width + 8}px`},
                role: "presentation"
            },
            entry.cycle   ? "↻ " :
                entry.bad ? "✕ " :
                            "",
            entry.mark);
    const i = entry.event, e = run.events[i], source = sourceOf(e.file, e.line).trim();
    const before = row > 0 ? rows[row - 1] : null;
    const isSwitch = before && before.event !== undefined && run.events[before.event].thread !== e.thread;
    const related =
        selected >= 0 && [...run.into[selected], ...run.out[selected]].some((l) => l.from === i || l.to === i);
    return h(
        "div", {
            class: ["row", isSwitch && "switch", e.fault && "fault", related && i !== selected && "related"]
                       .filter(Boolean)
                       .join(" "),
            style,
            id: `e${i}`,
            role: "option",
            "aria-selected": i === selected ? "true" : "false",
            "aria-setsize": rowOfEvent.size,
            "aria-posinset": graph.shown.indexOf(i) + 1,
            onclick: () => {
                select(i);
                $("timeline").focus({preventScroll: true});
            }
        },
        h("span", {class: "number", "aria-hidden": "true"}, `${i + 1 + v.left_out}`),
        h("span", {class: "gap", style: {width: `${graph.width - 38 - 10}px`}},
          h("span", {class: "unseen"}, `thread ${e.thread}: `)),
        e.line ? h("span", {
            class: "place mono",
            style: {width: `${graph.place + 1}ch`},
            title: `${v.files[e.file].name}:${e.line} in ${e.function}`
        },
                   placeOf(e)) :
                 "",
        source ? h("code", {title: source}, e.continued ? "… " : "", source) : "",
        h("span", {class: "effects"}, effects(e, source)));
}
function windowOfRows() {
    if (graph.all) return [0, Math.min(rows.length, MOST_PRINTED)];
    const t = $("timeline");
    return [
        Math.max(0, Math.floor(t.scrollTop / ROW) - OVERSCAN),
        Math.min(rows.length, Math.ceil((t.scrollTop + t.clientHeight) / ROW) + OVERSCAN)
    ];
}
function draw() {
    const [from, to] = windowOfRows(), made = [];
    for (let row = from; row < to; row++) made.push(makeRow(row));
    if (!rowOfEvent.size) made.push(h("p", {class: "nothing"}, "No event passes the filters."));
    $("rows").replaceChildren(...made);
    drawGraph(from, to);
    $("timeline").setAttribute("aria-activedescendant", rowOfEvent.has(selected) ? `e${selected}` : "");
}
// The row of an event, or of the last one before it that is shown; -1 if there is none.
function rowNear(event) {
    if (rowOfEvent.has(event)) return rowOfEvent.get(event);
    const at = atMost(graph.shown, event);
    return at < 0 ? -1 : rowOfEvent.get(graph.shown[at]);
}
function drawLane(svg, thread, from, to) {
    const x = laneX(thread), own = run.own.get(thread) || [], color = colorOf(thread);
    const first = thread === 1 ? 0 :
                                 Math.max(
                                     0,
                                     rowNear(
                                         run.start.has(thread) ? run.start.get(thread) :
                                             own.length        ? own[0] :
                                                                 0));
    const last = run.end.has(thread) ? rowNear(run.end.get(thread)) : rows.length - 1;
    const top = Math.max(first, from - 1), bottom = Math.min(last, to);
    if (bottom >= top && last >= 0)
        svg.append(s("line", {
            x1: x,
            x2: x,
            y1: rowY(top),
            y2: rowY(bottom) + (run.end.has(thread) ? 0 : ROW / 2),
            stroke: color,
            "stroke-width": 1.5,
            opacity: .45
        }));
    // Where it runs without another one between, the line is thick.
    for (let row = from; row < to; row++) {
        const begin = row,
              runs = (k) => rows[k] && rows[k].event !== undefined && run.events[rows[k].event].thread === thread;
        while (row < to && runs(row)) row++;
        if (row > begin)
            svg.append(s("line", {
                x1: x,
                x2: x,
                y1: rowY(begin),
                y2: rowY(row - 1) + .01,
                stroke: color,
                "stroke-width": 13,
                "stroke-linecap": "round",
                opacity: .16
            }));
    }
    // While it waits the line is dashed, which is drawn as gaps over it.
    const waits = run.waits.get(thread) || [];
    waits.forEach(([event, text], k) => {
        if (!text) return;
        const a = rowNear(event), b = k + 1 < waits.length ? rowNear(waits[k + 1][0]) : rows.length - 1;
        const y1 = Math.max(a, from - 1), y2 = Math.min(b, to);
        if (y2 >= y1)
            svg.append(s("line", {
                x1: x,
                x2: x,
                y1: rowY(y1),
                y2: rowY(y2) + (k + 1 < waits.length ? 0 : ROW / 2),
                stroke: "var(--panel)",
                "stroke-width": 4,
                "stroke-dasharray": "4 4"
            }));
    });
}
function dot(svg, event, row) {
    const e = run.events[event], x = laneX(e.thread), y = rowY(row), color = colorOf(e.thread),
          common = {stroke: color, "stroke-width": 2};
    const isWait = (e.notes || []).some((n) => n.startsWith("waits"));
    const isWrite = (e.changes || []).some(([variable]) => isSetIn(variable, event));
    const isCall = e.call && /lock|sem_|cond_|cnd_|mtx_|barrier|create|join|once|post|wait|thrd/.test(e.call);
    if (event === selected)
        svg.append(s("circle", {cx: x, cy: y, r: 9.5, fill: "none", stroke: "var(--accent)", "stroke-width": 2}));
    if (e.fault) {
        svg.append(
            s("circle", {cx: x, cy: y, r: 7.5, fill: "var(--bad)"}),
            s("path",
              {d: `M${x - 3} ${y - 3}l6 6m0 -6l-6 6`, stroke: "var(--panel)", "stroke-width": 2, fill: "none"}));
    } else if (e.ends) {
        svg.append(s("line", {x1: x - 6, x2: x + 6, y1: y, y2: y, ...common, "stroke-width": 3}));
    } else if (isWait) {
        svg.append(s("circle", {cx: x, cy: y, r: 4.5, fill: "var(--panel)", ...common, "stroke-dasharray": "3 2"}));
    } else if (isCall) {
        svg.append(s("path", {d: `M${x} ${y - 5.5}l5.5 5.5l-5.5 5.5l-5.5 -5.5z`, fill: color}));
    } else {
        svg.append(s("circle", {cx: x, cy: y, r: isWrite ? 5 : 4, fill: isWrite ? color : "var(--panel)", ...common}));
    }
}
function arrow(svg, link, offset, isStrong) {
    const a = rowOfEvent.get(link.from), b = rowOfEvent.get(link.to);
    const x1 = laneX(run.events[link.from].thread), x2 = laneX(run.events[link.to].thread), side = x1 < x2 ? -1 : 1;
    const y1 = rowY(a), y2 = rowY(b), x = x2 + side * offset, r = Math.min(6, (y2 - y1) / 2), look = LINKS[link.kind];
    const color = `var(${look.color})`, tip = x2 + side * 6;
    const common = {fill: "none", stroke: color, "stroke-width": isStrong ? 2.2 : 1.4, opacity: isStrong ? 1 : .42};
    svg.append(
        s("path", {
            d: `M${x1 - side * 5} ${y1}H${x + -side * -r}Q${x} ${y1} ${x} ${y1 + r}V${y2 - r}Q${x} ${y2} ${
                tip + side * 1} ${y2}`,
            ...common,
            "stroke-dasharray": look.dash
        }),
        s("path", {
            d: `M${tip + side * 5} ${y2 - 3.5}L${tip} ${y2}L${tip + side * 5} ${y2 + 3.5}z`,
            fill: color,
            opacity: common.opacity
        }));
}
// An arrow from a thread to the one that it waits for; to itself it is a loop.
function drawBlocked(svg, {thread, other, inCircle}, row) {
    const x1 = laneX(thread), y = rowY(row), color = inCircle ? "var(--bad)" : "var(--open)";
    const line = {fill: "none", stroke: color, "stroke-width": 2.2}, head = (x, side) => s("path", {
        d: `M${x - side * 7} ${y - 4.5}L${x} ${y}L${x - side * 7} ${y + 4.5}z`,
        fill: color
    });
    svg.append(s("circle", {cx: x1, cy: y, r: 5, fill: "var(--panel)", stroke: colorOf(thread), "stroke-width": 2}));
    if (other === thread) {
        svg.append(s("path", {d: `M${x1} ${y - 5}C${x1 + 4} ${y - 14} ${x1 + 20} ${y - 8} ${x1 + 12} ${y}`, ...line}));
        svg.append(head(x1 + 6, -1));
    } else if (run.threads.includes(other)) {
        const x2 = laneX(other), side = x1 < x2 ? 1 : -1;
        svg.append(s("line", {x1: x1 + side * 6, x2: x2 - side * 6, y1: y, y2: y, ...line}), head(x2 - side, side));
    }
}
function drawGraph(from, to) {
    const svg = $("graph"), offsets = {starts: .2, joins: .2, lock: .22, wakes: .27, value: .32};
    svg.replaceChildren();
    svg.setAttribute("width", graph.width);
    svg.setAttribute("height", Math.max(1, rows.length * ROW));
    for (const thread of run.threads) drawLane(svg, thread, from, to);
    const visible = run.links.filter(
        (l) => !hiddenLinks.has(l.kind) && rowOfEvent.has(l.from) && rowOfEvent.has(l.to) &&
            rowOfEvent.get(l.from) < to && rowOfEvent.get(l.to) >= from);
    const isStrong = (l) => l.from === selected || l.to === selected;
    const weak = visible.filter((l) => !isStrong(l));
    // Where there are too many to be told apart, those that are short say most.
    const few = weak.length > 120 ? weak.sort((p, q) => p.to - p.from - (q.to - q.from)).slice(0, 120) : weak;
    const each = Math.min(graph.lane, 60);
    for (const link of few) arrow(svg, link, 4 + offsets[link.kind] * each, false);
    for (const link of visible.filter(isStrong)) arrow(svg, link, 4 + offsets[link.kind] * each, true);
    for (let row = from; row < to; row++)
        if (rows[row].event !== undefined)
            dot(svg, rows[row].event, row);
        else if (rows[row].blocked)
            drawBlocked(svg, rows[row].blocked, row);
    const fault = run.events.findIndex((e) => e.fault), at = rowOfEvent.get(fault);
    if (v.other && at >= from && at < to && run.threads.includes(v.other.thread)) {
        const x1 = laneX(run.events[fault].thread), x2 = laneX(v.other.thread), y = rowY(at), side = x1 < x2 ? 1 : -1;
        svg.append(
            s("line", {x1: x1 + side * 10, x2: x2 - side * 7, y1: y, y2: y, stroke: "var(--bad)", "stroke-width": 2.5}),
            s("circle", {cx: x2, cy: y, r: 6, fill: "var(--panel)", stroke: "var(--bad)", "stroke-width": 3}));
    }
    const cycle = rows.findIndex((r) => r.cycle);
    if (cycle >= 0 && rows.length > cycle + 1) {
        const x = 43, y1 = rowY(cycle), y2 = rowY(rows.length - 1 - (rows[rows.length - 1].bad ? 1 : 0));
        svg.append(s("path", {
            d: `M${x + 7} ${y2}H${x + 5}Q${x} ${y2} ${x} ${y2 - 5}V${y1 + 5}Q${x} ${y1} ${x + 5} ${y1}`,
            fill: "none",
            stroke: "var(--open)",
            "stroke-width": 2
        }));
    }
}
function reveal(row) {
    const t = $("timeline"), top = row * ROW;
    if (top < t.scrollTop + ROW)
        t.scrollTop = Math.max(0, top - 3 * ROW);
    else if (top + 2 * ROW > t.scrollTop + t.clientHeight)
        t.scrollTop = top + 4 * ROW - t.clientHeight;
}
