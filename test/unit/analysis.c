// SPDX-License-Identifier: Apache-2.0
// Unit tests of what a thread may still touch: random runs of programs in which every access must
// have been foreseen at every earlier moment; and for some functions, what exactly is foreseen.
// With arguments (compiler options and files), checks those programs instead and prints how exact
// the foresight is.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/analysis.h"
#include "front/front.h"
#include "vm/look.h"

enum {
    READS,
    WRITES,
    MAX_WORDS = 2 * 5,
    MAX_SERIALS = 4096,
    MAX_STEPS = 4000,
    MAX_INSTRUCTIONS = 200000,
    MAX_ARGS = 64
};

typedef struct Row {
    u64 w[MAX_WORDS];
} Row;

typedef struct Walk {
    const Program *p;
    Future *future;
    Vm *vm;
    u32 seed;
    Row *foreseen; // by serial of the thread: what was foreseen at every moment until now
    u8 **shadow;   // contents of the global blocks at the last instruction
    u32 last;      // serial of the thread that executed it
    u64 accesses, missing;
    // and what all threads together may write at the moment when there were so many
    u32 most_threads;
    Row all, shared; // shared: what more than one may touch
} Walk;

static u32 draw(Walk *w, u32 n) {
    w->seed = w->seed * 1664525u + 1013904223u;
    return (w->seed >> 8) % n;
}

// ---- running ------------------------------------------------------------------------------------

static bool has(const Walk *w, const Row *row, u32 location, u32 way) {
    u32 bit = location + way * future_words(w->future) * 64;
    return row->w[bit / 64] >> bit % 64 & 1;
}

// The future of a thread: the union over its frames.
static Row future_of_thread(Walk *w, ThreadId t) {
    Row row = {{0}};
    const Thread *thread = vm_live(w->vm, t);
    for (u32 i = 0; i < thread->nframes; i++) {
        const u64 *frame = future_of(w->future, thread->frames[i].func, thread->frames[i].pc);
        for (u32 k = 0; k < 2 * future_words(w->future); k++)
            row.w[k] |= frame[k];
    }
    return row;
}

static void missing(Walk *w, u32 location, u32 way, const char *how) {
    Text at = {0};
    const Thread *t = vm_running(w->vm) != THREAD_NONE ? vm_thread(w->vm, vm_running(w->vm)) : NULL;
    if (t && t->nframes)
        ir_print_insn(w->p, t->frames[t->nframes - 1].pc, &at);
    if (w->missing++ < 5)
        fprintf(stderr, "not foreseen: %s of location %u (%s) at %s in %s\n",
                way == READS ? "a read" : "a write", location, how, text_str(&at),
                t && t->nframes ? w->p->funcs[t->frames[t->nframes - 1].func].name : "?");
    text_done(&at);
}

static void check_object(Walk *w, u32 serial, ObjId obj, u32 way, const char *how) {
    if (!tag_names_object(obj))
        return;
    u32 location = future_location(w->future, obj);
    w->accesses++;
    if (location != FUTURE_NOWHERE && !has(w, &w->foreseen[serial], location, way))
        missing(w, location, way, how);
}

static void check_operand(Walk *w, const Thread *t, i32 operand, u32 way) {
    Cell c = vm_operand(w->vm, t, &t->frames[t->nframes - 1], operand);
    check_object(w, t->serial, c.tag, way, "operand");
}

static void check_trap(Walk *w, const Thread *t, const Insn *in) {
    const i32 *args = w->p->pool + in->b;
    ObjId dynamic = program_first_dynamic(w->p);
    switch (in->a) {
    case TRAP_WAIT_OR:
        check_operand(w, t, args[5], READS);
        check_operand(w, t, args[6], READS);
        // fallthrough
    case TRAP_WAIT:
        check_operand(w, t, args[0], READS);
        check_operand(w, t, args[4], READS);
        break;
    case TRAP_FREE: check_object(w, t->serial, dynamic, WRITES, "free"); break;
    case TRAP_JUMP:
    case TRAP_THREAD_EXIT: check_object(w, t->serial, dynamic, WRITES, "end of locals"); break;
    case TRAP_FORMAT_FLOAT:
    case TRAP_WROTE: check_operand(w, t, args[0], WRITES); break;
    case TRAP_OUTPUT: check_operand(w, t, args[1], READS); break;
    case TRAP_READ:
    case TRAP_SIZE: check_operand(w, t, args[0], READS); break;
    case TRAP_SPAWN: // what the new thread will do was foreseen for this one
        if (vm_threads_made(w->vm) < MAX_SERIALS)
            w->foreseen[vm_threads_made(w->vm)] = w->foreseen[t->serial];
        break;
    default: break;
    }
}

static void check_insn(Walk *w, ThreadId id, const Thread *t, const Insn *in) {
    NextAccess next;
    if (vm_next_access(w->vm, id, &next)) {
        if (next.is_read)
            check_object(w, t->serial, next.obj, READS, "touch");
        if (next.is_write)
            check_object(w, t->serial, next.obj, WRITES, "touch");
    }
    if (in->op == OP_MEMCPY || in->op == OP_VACOPY)
        check_operand(w, t, in->b, READS);
    if (in->op == OP_RET && t->nlocals > t->frames[t->nframes - 1].first_local)
        check_object(w, t->serial, program_first_dynamic(w->p), WRITES, "end of locals");
    if (in->op == OP_TRAP)
        check_trap(w, t, in);
}

// An independent look: which globals have changed since the last instruction?
static void check_changes(Walk *w) {
    for (u32 i = 0; i < w->p->nblocks; i++) {
        const Place *place = &vm_globals(w->vm)[i];
        if (memcmp(w->shadow[i], place->data, place->size) == 0)
            continue;
        for (ObjId id = 1; id <= w->p->nglobals; id++) {
            const Global *g = &w->p->globals[id];
            if (!g->is_const && !g->is_tls && g->block == i &&
                memcmp(w->shadow[i] + g->offset, place->data + g->offset, g->size) != 0)
                check_object(w, w->last, id, WRITES, g->name);
        }
        memcpy(w->shadow[i], place->data, place->size);
    }
}

static void watch(void *arg, Vm *vm, ThreadId id, Pc pc) {
    Walk *w = arg;
    const Thread *t = vm_thread(vm, id);
    if (t->serial >= MAX_SERIALS)
        return;
    check_changes(w);
    w->last = t->serial;
    Row row = future_of_thread(w, id);
    for (u32 k = 0; k < MAX_WORDS; k++)
        w->foreseen[t->serial].w[k] &= row.w[k];
    check_insn(w, id, t, &w->p->code[pc]);
}

static void note_threads(Walk *w) {
    if (vm_nthreads(w->vm) <= w->most_threads)
        return;
    w->most_threads = vm_nthreads(w->vm);
    w->all = w->shared = (Row){{0}};
    u32 words = future_words(w->future);
    for (ThreadId t = 0; t < vm_nthreads(w->vm); t++) {
        Row row = future_of_thread(w, t), touched = {{0}};
        for (u32 k = 0; k < words; k++)
            touched.w[k] = row.w[k] | row.w[words + k];
        for (u32 k = 0; k < words; k++) {
            w->shared.w[k] |= w->all.w[k] & touched.w[k];
            w->all.w[k] |= touched.w[k];
            w->all.w[words + k] |= row.w[words + k];
        }
    }
}

// One run with random choices.
static void run(Walk *w, u32 seed) {
    w->seed = seed;
    memset(w->foreseen, 0xff, MAX_SERIALS * sizeof *w->foreseen);
    w->vm = vm_new(w->p, &(VmOptions){.reuse_addresses = seed % 2});
    vm_set_watch(w->vm, watch, NULL, w);
    vm_start(w->vm);
    w->shadow = mem_zalloc((w->p->nblocks + 1) * sizeof *w->shadow);
    for (u32 i = 0; i < w->p->nblocks; i++) {
        w->shadow[i] = mem_alloc(w->p->blocks[i].size + 1);
        memcpy(w->shadow[i], vm_globals(w->vm)[i].data, vm_globals(w->vm)[i].size);
    }
    bool goes_on = true;
    for (u32 step = 0; step < MAX_STEPS && goes_on; step++) {
        ThreadId ready[MAX_THREADS];
        u32 nready = 0;
        for (ThreadId t = 0; t < vm_nthreads(w->vm); t++)
            if (vm_alternatives(w->vm, t))
                ready[nready++] = t;
        if (!nready)
            break;
        note_threads(w);
        ThreadId t = ready[draw(w, nready)];
        RunEnd end = vm_step(w->vm, t, draw(w, vm_alternatives(w->vm, t)))->end;
        goes_on =
            (end == RUN_POINT || end == RUN_DONE) && vm_instructions(w->vm) < MAX_INSTRUCTIONS;
    }
    for (u32 i = 0; i < w->p->nblocks; i++)
        mem_free(w->shadow[i], w->p->blocks[i].size + 1);
    mem_free(w->shadow, (w->p->nblocks + 1) * sizeof *w->shadow);
    vm_free(w->vm);
}

static Walk walk_new(const Program *p) {
    Walk w = {.p = p, .future = future_new(p)};
    assert_true(2 * future_words(w.future) <= MAX_WORDS);
    w.foreseen = mem_alloc(MAX_SERIALS * sizeof *w.foreseen);
    return w;
}

static void walk_done(Walk *w) {
    future_free(w->future);
    mem_free(w->foreseen, MAX_SERIALS * sizeof *w->foreseen);
}

// ---- programs in the test -----------------------------------------------------------------------

static Program *load(const char *file, const char **args, u32 nargs) {
    Diag d = {0};
    const char *level = "-O0", *compiler_args[MAX_ARGS];
    u32 ncompiler_args = 0;
    bool reuses = false;
    for (u32 i = 0; i < nargs; i++) {
        level = strncmp(args[i], "-O", 2) == 0 ? args[i] : level;
        if (strcmp(args[i], "--reuse-addresses") == 0)
            reuses = true;
        else
            compiler_args[ncompiler_args++] = args[i];
    }
    FrontOptions o = {.files = &file,
                      .nfiles = 1,
                      .compiler_args = compiler_args,
                      .ncompiler_args = ncompiler_args,
                      .opt_level = level,
                      .clock_ticks = 2,
                      .reuse_addresses = reuses};
    Program *p = front_load(&o, &d);
    if (!p)
        fprintf(stderr, "%s: %s\n", file, diag_text(&d));
    diag_done(&d);
    return p;
}

static Program *load_text(const char *text) {
    char file[] = "/tmp/heddle-future-XXXXXX.c";
    int fd = mkstemps(file, 2);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
    close(fd);
    Program *p = load(file, NULL, 0);
    unlink(file);
    assert_non_null(p);
    return p;
}

static FuncId function_named(const Program *p, const char *name) {
    FuncId f = 0;
    while (f < p->nfuncs && strcmp(p->funcs[f].name, name) != 0)
        f++;
    assert_true(f < p->nfuncs);
    return f;
}

static ObjId global_named(const Program *p, const char *name) {
    ObjId id = 1;
    while (id <= p->nglobals && strcmp(p->globals[id].name, name) != 0)
        id++;
    assert_true(id <= p->nglobals);
    return id;
}

// Whether a function, from its start, may touch a global: "-", "r", "w", "rw".
static const char *touches(const Walk *w, const char *func, const char *global) {
    FuncId f = function_named(w->p, func);
    const u64 *row = future_of(w->future, f, w->p->funcs[f].start);
    u32 at = future_location(w->future, global_named(w->p, global)),
        words = future_words(w->future);
    bool reads = row[at / 64] >> at % 64 & 1, writes = row[words + at / 64] >> at % 64 & 1;
    return reads && writes ? "rw" : reads ? "r" : writes ? "w" : "-";
}

static const char two_workers[] =
    "#include <pthread.h>\n"
    "#include <stdio.h>\n"
    "#include <string.h>\n"
    "static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;\n"
    "static int before, a, b, c, settings = 3, log_lines;\n"
    "static int *where = &b;\n"
    "static char from[40] = \"some text\", to[40];\n"
    "static void *one(void *x) {\n"
    "    pthread_mutex_lock(&left); a += *(int *)x; pthread_mutex_unlock(&left);\n"
    "    return x;\n"
    "}\n"
    "static void *two(void *x) {\n"
    "    pthread_mutex_lock(&right); *where = settings; memcpy(to, from, sizeof to); "
    "pthread_mutex_unlock(&right);\n"
    "    return x;\n"
    "}\n"
    "static void *three(void *x) { printf(\"%d\\n\", *(int *)x); return NULL; }\n"
    "int main(void) {\n"
    "    pthread_t t[3];\n"
    "    before = 1;\n"
    "    pthread_create(&t[0], NULL, one, &c);\n"
    "    pthread_create(&t[1], NULL, two, NULL);\n"
    "    pthread_create(&t[2], NULL, three, &settings);\n"
    "    for (int i = 0; i < 3; i++)\n"
    "        pthread_join(t[i], NULL);\n"
    "    return log_lines;\n"
    "}\n";

static void threads_are_told_apart(void **state) {
    (void)state;
    Program *p = load_text(two_workers);
    Walk w = walk_new(p);
    assert_string_equal(touches(&w, "main", "before"), "w");
    assert_string_equal(touches(&w, "main", "a"), "rw");
    assert_string_equal(touches(&w, "main", "settings"), "r");
    assert_string_equal(touches(&w, "main", "log_lines"), "r");
    assert_string_equal(touches(&w, "main", "left"), "rw");
    assert_string_equal(touches(&w, "one", "left"), "rw");
    assert_string_equal(touches(&w, "one", "right"), "-");
    assert_string_equal(touches(&w, "one", "a"), "rw");
    assert_string_equal(touches(&w, "one", "b"), "-");
    assert_string_equal(touches(&w, "one", "c"), "r");
    assert_string_equal(touches(&w, "two", "left"), "-");
    assert_string_equal(touches(&w, "two", "right"), "rw");
    assert_string_equal(touches(&w, "two", "b"), "w");
    assert_string_equal(touches(&w, "two", "where"), "r");
    assert_string_equal(touches(&w, "two", "from"), "r");
    assert_string_equal(touches(&w, "two", "to"), "w");
    assert_string_equal(touches(&w, "two", "settings"), "r");
    assert_string_equal(touches(&w, "three", "a"), "-");
    for (u32 seed = 0; seed < 8; seed++)
        run(&w, seed);
    assert_true(w.accesses > 100);
    assert_int_equal(w.missing, 0);
    walk_done(&w);
    program_free(p);
}

static const char hidden_pointers[] =
    "#include <pthread.h>\n"
    "#include <setjmp.h>\n"
    "#include <stdarg.h>\n"
    "#include <stdint.h>\n"
    "#include <stdlib.h>\n"
    "#include <string.h>\n"
    "typedef struct { long pad; int *target; } Box;\n"
    "static int by_copy, by_bytes, by_number, by_list, by_block, by_jump, by_label, by_key, "
    "by_table, after_jump;\n"
    "static jmp_buf buf;\n"
    "static pthread_key_t key;\n"
    "static int *const table[] = {&by_table, &by_copy};\n"
    "static void sink(int n, ...) {\n"
    "    va_list l, m;\n"
    "    va_start(l, n); va_copy(m, l);\n"
    "    *va_arg(m, int *) = 1;\n"
    "    Box b = va_arg(m, Box); *b.target = 2;\n"
    "    va_end(m); va_end(l);\n"
    "}\n"
    "static void jumps(int *p) { *p = 1; longjmp(buf, 1); }\n"
    "static void comes_back(void) { if (setjmp(buf)) { after_jump = 1; return; } jumps(&by_jump); "
    "}\n"
    "static void at_end(void *p) { *(int *)p = 5; }\n"
    "static void label(int *p, int k) {\n"
    "    static void *to[] = {&&first, &&second};\n"
    "    goto *to[k];\n"
    "first: return;\n"
    "second: *p = 7;\n"
    "}\n"
    "static void *run(void *x) {\n"
    "    Box a = {1, &by_copy}, b, *heap = malloc(sizeof *heap);\n"
    "    memcpy(&b, &a, sizeof b); *b.target = 1;\n"
    "    int *p = &by_bytes, *q;\n"
    "    for (size_t i = 0; i < sizeof p; i++) ((char *)&q)[i] = ((char *)&p)[i];\n"
    "    *q = 1;\n"
    "    uintptr_t n = (uintptr_t)&by_number + 4; *(int *)(n - 4) = 1;\n"
    "    heap->target = &by_block; *heap->target = 1; free(heap);\n"
    "    sink(1, &by_list, (Box){1, &by_list});\n"
    "    pthread_setspecific(key, &by_key);\n"
    "    label(&by_label, x != NULL);\n"
    "    *table[x == NULL] = 1;\n"
    "    comes_back();\n"
    "    return NULL;\n"
    "}\n"
    "int main(void) {\n"
    "    pthread_t t;\n"
    "    pthread_key_create(&key, at_end);\n"
    "    pthread_create(&t, NULL, run, &t);\n"
    "    pthread_join(t, NULL);\n"
    "    return 0;\n"
    "}\n";

static void no_pointer_is_lost(void **state) {
    (void)state;
    Program *p = load_text(hidden_pointers);
    Walk w = walk_new(p);
    const char *written[] = {"by_copy",  "by_bytes", "by_number", "by_list",
                             "by_block", "by_jump",  "by_label",  "by_table"};
    for (u32 i = 0; i < ARRAY_LEN(written); i++)
        assert_true(strchr(touches(&w, "run", written[i]), 'w'));
    assert_true(strchr(touches(&w, "main", "by_key"), 'w'));
    for (u32 seed = 0; seed < 8; seed++)
        run(&w, seed);
    assert_int_equal(w.missing, 0);
    walk_done(&w);
    program_free(p);
}

// ---- programs on the command line ---------------------------------------------------------------

static u32 count_user(const Walk *w, const Row *row, u32 way) {
    u32 n = 0;
    for (ObjId id = 1; id <= w->p->nglobals; id++) {
        const Global *g = &w->p->globals[id];
        n += !g->is_const && !g->is_tls && !g->is_runtime &&
             has(w, row, future_location(w->future, id), way);
    }
    return n;
}

static bool check_file(const char *file, const char **args, u32 nargs) {
    Program *p = load(file, args, nargs);
    if (!p)
        return true;
    double begin = clock_seconds();
    Walk w = walk_new(p);
    double seconds = clock_seconds() - begin;
    for (u32 seed = 0; seed < 12; seed++)
        run(&w, seed);
    Row everything;
    memset(&everything, 0xff, sizeof everything);
    printf("%-60s %6u insns %5.2f ms, %u threads: of %3u globals %3u may be written, %3u shared; "
           "%llu accesses, "
           "%llu missing\n",
           file, p->ncode, seconds * 1e3, w.most_threads, count_user(&w, &everything, READS),
           count_user(&w, &w.all, WRITES), count_user(&w, &w.shared, READS),
           (unsigned long long)w.accesses, (unsigned long long)w.missing);
    bool is_good = w.missing == 0;
    walk_done(&w);
    program_free(p);
    return is_good;
}

static int check_files(int argc, char **argv) {
    const char *args[MAX_ARGS];
    u32 nargs = 0, nbad = 0;
    for (int i = 1; i < argc; i++)
        if (argv[i][0] == '-' && nargs < ARRAY_LEN(args))
            args[nargs++] = argv[i];
        else
            nbad += !check_file(argv[i], args, nargs);
    return nbad > 0;
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_are_told_apart),
        cmocka_unit_test(no_pointer_is_lost),
    };
    return argc > 1 ? check_files(argc, argv) : cmocka_run_group_tests(tests, NULL, NULL);
}
