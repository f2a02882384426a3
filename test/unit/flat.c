// SPDX-License-Identifier: Apache-2.0
// Unit tests of flat states, on the states of a real program: there and back again, too little
// room, and globals that native code reads and writes.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "front/front.h"
#include "search/search.h"

enum { ROOM = 1 << 16, GUARD = 0xa5, STEPS = 60, WALKS = 20 };

static const char source[] = "#include <pthread.h>\n"
                             "#include <stdlib.h>\n"
                             "int number = 3, list[5] = {1, 2, 3, 4, 5};\n"
                             "int *to = &list[2], *nowhere;\n"
                             "struct node { struct node *next; int value; } *head;\n"
                             "pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;\n"
                             "static void *work(void *arg) {\n"
                             "    for (int i = 0; i < 3; i++) {\n"
                             "        struct node *n = malloc(sizeof *n);\n"
                             "        pthread_mutex_lock(&lock);\n"
                             "        n->next = head;\n"
                             "        head = n;\n"
                             "        number++;\n"
                             "        to = &list[i];\n"
                             "        pthread_mutex_unlock(&lock);\n"
                             "    }\n"
                             "    return arg;\n"
                             "}\n"
                             "int main(void) {\n"
                             "    pthread_t a, b;\n"
                             "    pthread_create(&a, 0, work, 0);\n"
                             "    pthread_create(&b, 0, work, 0);\n"
                             "    pthread_join(a, 0);\n"
                             "    pthread_join(b, 0);\n"
                             "    return nowhere ? 0 : number;\n"
                             "}\n";

typedef struct World {
    Program *program;
    ExploreOptions options;
    Drive *drive, *other;
    u8 flat[ROOM], again[ROOM];
    u32 seed;
} World;

static int set_up(void **state) {
    World *w = calloc(1, sizeof *w);
    Diag d = {0};
    char path[] = "/tmp/heddle-flat-XXXXXX.c";
    int fd = mkstemps(path, 2);
    if (fd < 0 || write(fd, source, sizeof source - 1) != (ssize_t)sizeof source - 1)
        return -1;
    close(fd);
    const char *files[] = {path};
    FrontOptions fo = {.files = files, .nfiles = 1};
    w->program = front_load(&fo, &d);
    unlink(path);
    if (!w->program)
        return -1;
    w->options = (ExploreOptions){.reduction = REDUCTION_GLOBAL, .context_bound = -1};
    prop_default(&w->options.properties);
    w->drive = drive_new(w->program, &w->options, (ExploreUse){0});
    w->other = drive_new(w->program, &w->options, (ExploreUse){0});
    *state = w;
    return drive_start(w->drive) == STEP_ON && drive_start(w->other) == STEP_ON ? 0 : -1;
}

static int tear_down(void **state) {
    World *w = *state;
    drive_free(w->drive);
    drive_free(w->other);
    program_free(w->program);
    free(w);
    return 0;
}

static u32 draw(World *w, u32 n) {
    w->seed = w->seed * 1664525u + 1013904223u;
    return (w->seed >> 8) % n;
}

static bool walk_on(World *w) {
    u32 n = drive_threads(w->drive), first = draw(w, n);
    for (u32 i = 0; i < n; i++) {
        ThreadId t = (first + i) % n;
        if (drive_alternatives(w->drive, t) && drive_step(w->drive, t, 0).end == STEP_ON) {
            drive_go(w->drive, t, 0);
            return true;
        }
    }
    return false;
}

static u8 *global(World *w, u8 *flat, const char *name) {
    for (ObjId i = 1; i <= w->program->nglobals; i++)
        if (strcmp(w->program->globals[i].name, name) == 0)
            return flat + flat_global(w->program, i);
    fail_msg("there is no global %s", name);
    return NULL;
}

static i32 number_in(World *w, u8 *flat) {
    i32 value;
    memcpy(&value, global(w, flat, "number"), sizeof value);
    return value;
}

// What another machine reads from the buffer, it writes again as it was; also into a buffer that is
// just large enough.
static void compare(World *w) {
    size_t n = drive_write(w->drive, w->flat, ROOM);
    assert_in_range(n, 1, ROOM);
    assert_int_equal(flat_bytes(w->flat), n);
    for (size_t i = n; i < ROOM; i++)
        assert_int_equal(w->flat[i], 0);
    drive_enter(w->other, w->flat);
    memset(w->again, GUARD, ROOM);
    assert_int_equal(drive_write(w->other, w->again, n), n);
    assert_memory_equal(w->flat, w->again, n);
    assert_int_equal(w->again[n], GUARD);
    assert_int_equal(drive_threads(w->drive), drive_threads(w->other));
    for (ThreadId t = 0; t < drive_threads(w->drive); t++)
        assert_int_equal(drive_alternatives(w->drive, t), drive_alternatives(w->other, t));
}

static void test_there_and_back(void **state) {
    World *w = *state;
    u8 *initial = malloc(ROOM);
    drive_write(w->drive, initial, ROOM);
    i32 highest = 0;
    for (u32 walk = 0; walk < WALKS; walk++) {
        w->seed = walk;
        drive_enter(w->drive, initial);
        for (u32 i = 0; i < STEPS && walk_on(w); i++) {
            compare(w);
            highest = number_in(w, w->flat) > highest ? number_in(w, w->flat) : highest;
        }
    }
    assert_int_equal(highest, 9);
    drive_enter(w->drive, initial);
    free(initial);
}

static void test_too_little_room(void **state) {
    World *w = *state;
    size_t n = drive_write(w->drive, NULL, 0);
    for (size_t room = 0; room < n; room += 7) {
        memset(w->again, GUARD, ROOM);
        assert_int_equal(drive_write(w->drive, w->again, room), n);
        assert_int_equal(w->again[room], GUARD);
    }
}

// What native code finds and writes in globals: numbers as they are, pointers as numbers that are
// not 0 and can be moved.
static void test_native(void **state) {
    World *w = *state;
    u64 to, nowhere = 1;
    i32 value = 40;
    drive_write(w->drive, w->flat, ROOM);
    memcpy(&to, global(w, w->flat, "to"), sizeof to);
    memcpy(&nowhere, global(w, w->flat, "nowhere"), sizeof nowhere);
    assert_true(to != 0);
    assert_true(nowhere == 0);
    Cell number = flat_cell((u64)-3000000000);
    assert_true(cell_is_number(number) && number.v == (u64)-3000000000);
    Cell c = flat_cell(to);
    assert_string_equal(w->program->globals[c.tag].name, "list");
    assert_int_equal(c.v, 2 * sizeof(int));
    assert_true(flat_pointer(&c) == to);
    memcpy(global(w, w->flat, "number"), &value, sizeof value);
    to += sizeof(int);
    memcpy(global(w, w->flat, "to"), &to, sizeof to);
    drive_enter(w->other, w->flat);
    drive_write(w->other, w->again, ROOM);
    assert_int_equal(number_in(w, w->again), 40);
    assert_memory_equal(global(w, w->again, "to"), &to, sizeof to);
    memset(global(w, w->flat, "to"), 0, sizeof to);
    drive_enter(w->other, w->flat);
    size_t n = drive_write(w->other, w->again, ROOM);
    assert_true(n < flat_bytes(w->flat)); // there is one tracked pointer less
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_there_and_back),
        cmocka_unit_test(test_too_little_room),
        cmocka_unit_test(test_native),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
