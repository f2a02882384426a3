// SPDX-License-Identifier: Apache-2.0
// walks [-n RUNS] [-s SEED] FILE [COMPILER OPTION]...: searches a program, and if it holds, compares the answer with random
// runs of it (walk.h). Prints "agrees N runs", "differs: ...", or "skipped: ..." (it does not hold, is too large, or cannot
// be loaded). Exit code 1 if it differs.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "front/front.h"
#include "walk.h"

#define TIME_LIMIT 5.0
#define MEMORY_LIMIT ((u64)2 << 30)

static Program *load(const char *file, const char **args, u32 nargs) {
    FrontOptions fo = {.files = &file,
                       .nfiles = 1,
                       .compiler_args = args,
                       .ncompiler_args = nargs,
                       .opt_level = "-O0",
                       .clock_ticks = 3,
                       .spurious_wakeups = true};
    Diag d = {0};
    Program *p = front_load(&fo, &d);
    if (!p)
        printf("skipped: %s\n", diag_text(&d));
    diag_done(&d);
    return p;
}

static bool compare(const Program *p, u32 runs, u64 seed) {
    SearchOptions o = {.explore.reduction = REDUCTION_DEFAULT,
                       .workers = 1,
                       .store = STORE_EXACT,
                       .explore.wants_outcomes = true,
                       .explore.context_bound = -1,
                       .explore.clock_ticks = 3,
                       .time_limit = TIME_LIMIT,
                       .memory_limit = MEMORY_LIMIT};
    prop_default(&o.explore.properties);
    SearchResult r;
    search_run(p, &o, &r);
    Walks walks = {0};
    Text why = {0};
    bool ok = true;
    bool is_bounded = verdict_is_bounded(&r.verdict);
    if (r.verdict.kind != VERDICT_HOLDS || is_bounded)
        printf("skipped: %s\n", is_bounded ? "bounded" : verdict_name(r.verdict.kind));
    else if (!(ok = walks_agree(p, &o, &r, runs, seed, &walks, &why)))
        printf("differs: %s\n", text_str(&why));
    else
        printf("agrees %u runs\n", walks.compared);
    text_done(&why);
    search_result_done(&r);
    return ok;
}

int main(int argc, char **argv) {
    u32 runs = 30;
    u64 seed = 1;
    for (int c; (c = getopt(argc, argv, "+n:s:")) != -1;)
        if (c == 'n')
            runs = (u32)strtoul(optarg, NULL, 10);
        else if (c == 's')
            seed = strtoull(optarg, NULL, 10);
        else
            return 2;
    if (optind == argc) {
        fprintf(stderr, "usage: walks [-n RUNS] [-s SEED] FILE [COMPILER OPTION]...\n");
        return 2;
    }
    Program *p = load(argv[optind], (const char **)argv + optind + 1, (u32)(argc - optind - 1));
    bool ok = !p || compare(p, runs, seed);
    if (p)
        program_free(p);
    return !ok;
}
