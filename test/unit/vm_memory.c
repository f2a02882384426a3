// SPDX-License-Identifier: Apache-2.0
// Unit tests of the machine's memory: random reads, writes, copies and fills against a byte-by-byte
// oracle.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "vm/vm_int.h"

enum { SIZE = 40, OBJECTS = 3 };

// What one byte holds: a number, or one byte of a tracked value, or nothing yet.
typedef struct Byte {
    u8 value;
    bool is_hole;
    ObjId obj;
    u32 index;
} Byte;

typedef struct World {
    Program program;
    Function func;
    Insn code[1];
    Vm *vm;
    ObjId ids[OBJECTS];
    Byte bytes[OBJECTS][SIZE];
    u32 seed;
} World;

static u32 draw(World *w, u32 n) {
    w->seed = w->seed * 1664525u + 1013904223u;
    return (w->seed >> 8) % n;
}

static int set_up(void **state) {
    World *w = mem_zalloc(sizeof *w);
    w->func = (Function){.name = "f", .end = 1, .ncells = 1};
    w->code[0] = (Insn){.op = OP_NOP};
    w->program =
        (Program){.ptr_bytes = 8, .funcs = &w->func, .nfuncs = 1, .code = w->code, .ncode = 1};
    VmOptions o = {0};
    w->vm = vm_new(&w->program, &o);
    w->seed = 1;
    for (u32 i = 0; i < OBJECTS; i++) {
        w->ids[i] = obj_new(w->vm, OBJ_HEAP, SIZE, 4, false);
        for (u32 k = 0; k < SIZE; k++)
            w->bytes[i][k] = (Byte){.is_hole = true};
    }
    *state = w;
    return 0;
}

static int tear_down(void **state) {
    World *w = *state;
    vm_free(w->vm);
    mem_free(w, sizeof *w);
    return 0;
}

static Place *place(World *w, u32 i) { return obj_dyn(w->vm, w->ids[i]); }

static void write_random(World *w) {
    u32 o = draw(w, OBJECTS), n = draw(w, 3) ? 8 : 1 + draw(w, 8), off = draw(w, SIZE - n + 1),
        kind = draw(w, 4);
    Cell c = {0};
    if (kind == 0)
        c = cell_pointer(w->ids[draw(w, OBJECTS)], draw(w, 100));
    else if (kind == 1)
        c = cell_unwritten();
    else
        c.v = draw(w, 1u << 24);
    if (kind == 0 && n < 8)
        c.part = n; // the first n bytes of a pointer
    memory_store(w->vm, place(w, o), off, n, &c);
    for (u32 i = 0; i < n; i++)
        w->bytes[o][off + i] = (Byte){.value = (u8)(cell_is_unwritten(c) ? 0 : c.v >> (8 * i)),
                                      .is_hole = cell_is_unwritten(c),
                                      .obj = cell_is_unwritten(c) ? 0 : c.tag,
                                      .index = tag_names_object(c.tag) ? i : 0};
}

static void copy_random(World *w) {
    u32 a = draw(w, OBJECTS), b = draw(w, OBJECTS), n = draw(w, SIZE + 1);
    u32 from = draw(w, SIZE - n + 1), to = draw(w, SIZE - n + 1);
    memory_copy(w->vm, place(w, a), to, place(w, b), from, n);
    memmove(&w->bytes[a][to], &w->bytes[b][from], n * sizeof(Byte));
}

static void fill_random(World *w) {
    u32 a = draw(w, OBJECTS), n = draw(w, SIZE + 1), off = draw(w, SIZE - n + 1), v = draw(w, 256);
    bool forget = draw(w, 2);
    if (forget)
        memory_forget(w->vm, place(w, a), off, n);
    else
        memory_fill(w->vm, place(w, a), off, (u8)v, n);
    for (u32 i = 0; i < n; i++)
        w->bytes[a][off + i] = (Byte){.value = forget ? 0 : (u8)v, .is_hole = forget};
}

static void check_bytes(World *w) {
    for (u32 o = 0; o < OBJECTS; o++)
        for (u32 i = 0; i < SIZE; i++) {
            const Byte *b = &w->bytes[o][i];
            Cell c;
            memory_load(w->vm, place(w, o), i, 1, &c);
            assert_int_equal(c.v, b->value);
            assert_int_equal(c.tag, b->is_hole ? cell_unwritten().tag : b->obj);
            if (b->obj)
                assert_int_equal(c.part >> 8, b->index);
        }
}

// Equal contents must be equal bytes: tags and holes are sorted, disjoint, and joined where they
// can be.
static void check_form(World *w) {
    for (u32 o = 0; o < OBJECTS; o++) {
        const Place *p = place(w, o);
        for (u32 i = 0; i + 1 < p->ntags; i++) {
            const Tag *a = &p->tags[i], *b = &p->tags[i + 1];
            assert_true(a->off + a->len <= b->off);
            assert_false(a->off + a->len == b->off && a->obj == b->obj &&
                         a->first + a->len == b->first);
        }
        for (u32 i = 0; i + 1 < p->nholes; i++)
            assert_true(p->holes[i].to < p->holes[i + 1].from);
    }
}

static void random_operations(void **state) {
    World *w = *state;
    for (u32 i = 0; i < 20000; i++) {
        switch (draw(w, 4)) {
        case 0: copy_random(w); break;
        case 1: fill_random(w); break;
        default: write_random(w);
        }
        if (i % 10 == 0) {
            check_bytes(w);
            check_form(w);
        }
    }
}

static void pointer_copied_byte_by_byte_is_whole(void **state) {
    World *w = *state;
    Cell p = {16, w->ids[2], 0}, c;
    memory_store(w->vm, place(w, 0), 8, 8, &p);
    u32 order[8] = {3, 0, 7, 1, 2, 6, 5, 4};
    for (u32 i = 0; i < 8; i++) {
        memory_load(w->vm, place(w, 0), 8 + order[i], 1, &c);
        memory_store(w->vm, place(w, 1), 5 + order[i], 1, &c);
    }
    memory_load(w->vm, place(w, 1), 5, 8, &c);
    assert_int_equal(c.tag, w->ids[2]);
    assert_int_equal(c.v, 16);
    assert_int_equal(c.part, 0);
}

static void mixed_bytes_have_no_value(void **state) {
    World *w = *state;
    Cell p = {0, w->ids[1], 0}, n = {7, 0, 0}, c;
    memory_store(w->vm, place(w, 0), 0, 8, &p);
    memory_store(w->vm, place(w, 0), 8, 8, &n);
    memory_load(w->vm, place(w, 0), 4, 8, &c);
    assert_true(cell_is_address(c));
}

static void escape_follows_pointers(void **state) {
    World *w = *state;
    Vm *vm = w->vm;
    ObjId a = obj_new(vm, OBJ_LOCAL, 8, 3, false), b = obj_new(vm, OBJ_LOCAL, 8, 3, false);
    memory_store(vm, obj_dyn(vm, a), 0, 8, &(Cell){0, b, 0});
    assert_false(obj_dyn(vm, a)->is_visible);
    memory_store(vm, place(w, 0), 0, 8, &(Cell){0, a, 0}); // into a heap block: others can find it
    assert_true(obj_dyn(vm, a)->is_visible);
    assert_true(obj_dyn(vm, b)->is_visible);
}

static void settling_replaces_every_copy(void **state) {
    World *w = *state;
    Vm *vm = w->vm;
    ObjId u = obj_new_unknown(vm, 32, false, 0);
    Cell c = {0, u, 0}, r;
    memory_store(vm, place(w, 0), 4, 4, &c);
    memory_store(vm, place(w, 1), 0, 4, &c);
    memory_settle(vm, u, 0x01020304);
    memory_load(vm, place(w, 0), 4, 4, &r);
    assert_true(r.tag == 0 && r.v == 0x01020304);
    memory_load(vm, place(w, 1), 2, 1, &r);
    assert_true(r.tag == 0 && r.v == 2);
}

static void looking_is_no_access(void **state) {
    World *w = *state;
    Vm *vm = w->vm;
    ObjId first = program_first_dynamic(&w->program);
    memory_store(vm, place(w, 0), 8, 8, &(Cell){3, w->ids[2], 0});
    memory_store(vm, place(w, 0), 16, 4, &(Cell){7, 0, 0});
    memory_store(vm, place(w, 1), 16, 4, &(Cell){7, 0, 0});
    const Place *p = obj_look(vm, w->ids[0]), *q = obj_look(vm, w->ids[1]);
    vm->epoch++;
    Contents a = vm_contents(p), b = vm_contents(q), saved = block_contents(vm_block_of(vm, p));
    assert_int_equal(contents_number(a, 8, 8), 3);
    assert_int_equal(contents_number(a, 16, 4), 7);
    assert_int_equal(contents_number(saved, 16, 4), 7);
    assert_int_equal(contents_number(a, 24, 8), 0); // never written
    assert_int_equal(contents_object(a, 8), w->ids[2]);
    assert_int_equal(contents_object(saved, 8), w->ids[2]);
    assert_int_equal(contents_object(a, 12), 0); // nothing begins there
    assert_int_equal(contents_object(a, 16), 0);
    assert_true(contents_name_from(a, 15, 1, first));
    assert_true(contents_name_from(a, 0, SIZE, first));
    assert_false(contents_name_from(a, 0, 8, first));
    assert_false(contents_name_from(a, 16, SIZE - 16, first));
    assert_true(contents_have_same_bytes(a, b, 16, 4));
    assert_false(contents_have_same_bytes(a, b, 8, 8));
    assert_true(contents_hash(a, 16, 4, 1) == contents_hash(b, 16, 4, 1));
    assert_false(contents_hash(a, 8, 8, 1) == contents_hash(b, 8, 8, 1));
    assert_true(p->epoch != vm->epoch && q->epoch != vm->epoch);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(random_operations, set_up, tear_down),
        cmocka_unit_test_setup_teardown(pointer_copied_byte_by_byte_is_whole, set_up, tear_down),
        cmocka_unit_test_setup_teardown(mixed_bytes_have_no_value, set_up, tear_down),
        cmocka_unit_test_setup_teardown(escape_follows_pointers, set_up, tear_down),
        cmocka_unit_test_setup_teardown(settling_replaces_every_copy, set_up, tear_down),
        cmocka_unit_test_setup_teardown(looking_is_no_access, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
