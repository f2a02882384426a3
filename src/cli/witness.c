// SPDX-License-Identifier: Apache-2.0
// --witness: what a witness of SV-COMP says beside the run: which files, which property, when. How
// it is written is known by src/report.
#include "cli/cli.h"

#include <nettle/sha1.h>
#include <nettle/sha2.h>
#include <stdio.h>
#include <string.h>

static bool ends_with(const char *s, const char *end) {
    size_t n = strlen(s), len = strlen(end);
    return n > len && strcmp(s + n - len, end) == 0;
}

WitnessFormat witness_format(const char *path) {
    if (ends_with(path, ".graphml"))
        return WITNESS_GRAPHML;
    return ends_with(path, ".yml") || ends_with(path, ".yaml") ? WITNESS_YAML : WITNESS_NONE;
}

// ---- files --------------------------------------------------------------------------------------

static bool hash_file(const char *path, Text *out, Diag *d) {
    Text text = {0};
    struct sha256_ctx context;
    u8 digest[SHA256_DIGEST_SIZE];
    bool is_read = file_read(path, &text, d);
    sha256_init(&context);
    sha256_update(&context, text.len, (const u8 *)text_str(&text));
    sha256_digest(&context, sizeof digest, digest);
    for (u32 i = 0; i < sizeof digest; i++)
        text_add(out, "%02x", digest[i]);
    text_done(&text);
    return is_read;
}

static bool list_files(const Outcome *c, Arena *a, Witness *out, Diag *why) {
    const Words *files = &c->o->setup.files;
    WitnessFile *list = arena_alloc(a, files->len * sizeof *list);
    for (u32 i = 0; i < files->len; i++) {
        Text hash = {0};
        bool is_read = hash_file(files->items[i], &hash, why);
        list[i] = (WitnessFile){files->items[i], arena_text(a, text_str(&hash))};
        text_done(&hash);
        if (!is_read)
            return false;
    }
    out->files = list;
    out->nfiles = files->len;
    return true;
}

// ---- properties ---------------------------------------------------------------------------------

// Endless runs violate what they were asked for.
static void add_endless(const Outcome *c, const Violation *v, Text *out) {
    const NeverClaim *claim = &c->search.explore.properties.claim;
    const char *formula = claim->accepts ? claim->name : c->o->setup.ltl;
    static const char *const names[] = {[ENDLESS_TERMINATION] = "F end",
                                        [ENDLESS_LIVELOCK] = "G ! livelock",
                                        [ENDLESS_STARVATION] = "G ! starvation"};
    bool is_formula = v->endless == ENDLESS_FORMULA;
    text_add(out, "CHECK( init(main()), LTL(%s) )", is_formula ? formula : names[v->endless]);
}

static void add_specification(const Outcome *c, const Violation *v, FaultKind kind, Text *out) {
    const PropertySet *p = &c->search.explore.properties;
    if (v && kind == FAULT_LIVENESS)
        add_endless(c, v, out);
    else
        prop_specification(kind, kind == FAULT_LEAK && p->cleanup, out);
}

static bool is_listed(const char *const *list, u32 n, const char *text) {
    bool is = false;
    for (u32 i = 0; i < n; i++)
        is |= strcmp(list[i], text) == 0;
    return is;
}

// Of a violation, what it violates; otherwise all that was checked.
static void list_specifications(const Outcome *c, Arena *a, Witness *out) {
    const PropertySet *p = &c->search.explore.properties;
    const Violation *v = out->trace ? &c->result.found.items[0] : NULL;
    const char **list = arena_alloc(a, FAULT_COUNT * sizeof *list);
    for (u32 k = FAULT_NONE + 1; k < FAULT_COUNT; k++) {
        Text text = {0};
        if (v ? k == v->fault.kind : p->checked[k])
            add_specification(c, v, (FaultKind)k, &text);
        if (text.len && !is_listed(list, out->nspecifications, text_str(&text)))
            list[out->nspecifications++] = arena_text(a, text_str(&text));
        text_done(&text);
    }
    out->specifications = list;
}

// ---- the witness --------------------------------------------------------------------------------

// A name-based one (RFC 4122, version 5), of all that makes this witness another than others.
static const char *uuid_of(const Witness *w, Arena *a) {
    static const u8 space[16] = {0x6b, 0xa7, 0xb8, 0x11, 0x9d, 0xad, 0x11, 0xd1,
                                 0x80, 0xb4, 0x00, 0xc0, 0x4f, 0xd4, 0x30, 0xc8};
    struct sha1_ctx context;
    u8 d[SHA1_DIGEST_SIZE];
    sha1_init(&context);
    sha1_update(&context, sizeof space, space);
    sha1_update(&context, strlen(w->date), (const u8 *)w->date);
    for (u32 i = 0; i < w->nfiles; i++)
        sha1_update(&context, strlen(w->files[i].hash), (const u8 *)w->files[i].hash);
    for (u32 i = 0; i < w->nspecifications; i++)
        sha1_update(&context, strlen(w->specifications[i]), (const u8 *)w->specifications[i]);
    if (w->trace)
        sha1_update(&context, strlen(w->trace->message), (const u8 *)w->trace->message);
    sha1_digest(&context, sizeof d, d);
    d[6] = (u8)((d[6] & 0x0f) | 0x50);
    d[8] = (u8)((d[8] & 0x3f) | 0x80);
    return arena_printf(a, "%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-%02x%02x%02x%02x%02x%02x",
                        d[0], d[1], d[2], d[3], d[4], d[5], d[6], d[7], d[8], d[9], d[10], d[11],
                        d[12], d[13], d[14], d[15]);
}

// Both formats are about C.
static const char *other_language(const Outcome *c) {
    static const char *const ends[] = {".cc", ".cpp", ".cxx", ".C", ".ii", ".ll", ".bc"};
    const Words *files = &c->o->setup.files;
    for (u32 i = 0; i < files->len; i++)
        for (u32 k = 0; k < ARRAY_LEN(ends); k++)
            if (ends_with(files->items[i], ends[k]))
                return files->items[i];
    return NULL;
}

// False if the outcome has no witness of this format.
static bool suits(const Outcome *c, WitnessFormat format, Diag *why) {
    const Verdict *v = &c->result.verdict;
    const char *other = other_language(c);
    if (v->kind == VERDICT_UNKNOWN)
        return diag_fail(why, "the verdict is unknown");
    if (other)
        return diag_fail(why, "witnesses are about programs in C, and %s is none", other);
    if (v->kind == VERDICT_HOLDS && verdict_is_bounded(v)) {
        Text bounds = {0};
        result_conditions(v, &bounds);
        diag_fail(why, "the program holds only%s", text_str(&bounds));
        text_done(&bounds);
        return false;
    }
    if (v->kind == VERDICT_VIOLATED && !c->trace)
        return diag_fail(why, "it is not known how the violation happens");
    if (format == WITNESS_YAML && c->trace && c->trace->kind == FAULT_LIVENESS)
        return diag_fail(why, "format 2.0 has none for runs that never end; use FILE.graphml");
    return true;
}

void witness_text(const Outcome *c, Text *out, Diag *why) {
    WitnessFormat format = witness_format(c->o->witness);
    if (!suits(c, format, why))
        return;
    Arena *a = arena_new();
    Text date = {0};
    clock_date(&date);
    Witness w = {.trace = c->trace,
                 .version = HEDDLE_VERSION,
                 .date = text_str(&date),
                 .is_narrow = c->program->ptr_bytes == 4,
                 .has_values = strcmp(c->o->setup.opt_level, "-O0") == 0};
    if (list_files(c, a, &w, why)) {
        list_specifications(c, a, &w);
        w.uuid = uuid_of(&w, a);
        if (format == WITNESS_GRAPHML)
            report_graphml(&w, out);
        else if (!report_witness_yaml(&w, out))
            diag_fail(why, "there is not enough memory for it");
    }
    text_done(&date);
    arena_free(a);
}
