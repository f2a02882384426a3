// SPDX-License-Identifier: Apache-2.0
// Unit tests of ir and of liveness: on programs built by hand and against a slow oracle, the
// verifier, the printer.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "analysis/analysis.h"

#define INSN(name, ...) ((Insn){.op = OP_##name, __VA_ARGS__})
#define CONST(i) (~(i))

// A program with one function, constants 0 .. 9 for the numbers 0 .. 9, and one global "counter".
static Program *program_of(const Insn *code, u32 n, u32 ncells) {
    Arena *a = arena_new();
    Program *p = arena_alloc(a, sizeof *p);
    p->arena = a;
    p->ptr_bytes = 8;
    p->code = arena_copy(a, code, n * sizeof *code);
    p->ncode = n;
    p->locs = arena_alloc(a, n * sizeof *p->locs);
    p->nconsts = 12;
    p->consts = arena_alloc(a, p->nconsts * sizeof *p->consts);
    for (u32 i = 0; i < 10; i++)
        p->consts[i].v = i;
    p->nfiles = 2;
    p->files = arena_alloc(a, 2 * sizeof *p->files);
    p->files[0] = "";
    p->files[1] = "file.c";
    p->nglobals = 1;
    p->globals = arena_alloc(a, 2 * sizeof *p->globals);
    p->globals[1] = (Global){.name = "counter", .size = 8, .align = 8};
    p->nblocks = 1;
    p->blocks = arena_alloc(a, sizeof *p->blocks);
    p->blocks[0] = (GlobalBlock){.size = 8, .init = arena_alloc(a, 8)};
    p->nfuncs = 1;
    p->funcs = arena_alloc(a, sizeof *p->funcs);
    p->funcs[0] = (Function){
        .name = "f", .start = 0, .end = n, .ncells = ncells, .nparams = 1, .file = 1, .line = 3};
    p->ncalls = 1;
    p->calls = arena_alloc(a, sizeof *p->calls);
    p->calls[0] = (CallInfo){.fixed_cells = 1, .ret_cells = 2};
    p->npool = 8;
    p->pool = arena_alloc(a, p->npool * sizeof *p->pool);
    p->consts[10] = (Cell){.v = 4, .tag = 1}; // &counter+4
    p->consts[11] = (Cell){.v = 3, .tag = 2}; // the label at 2
    return p;
}

static void assert_live(const Program *p, Pc pc, const char *expected) {
    Text t = {0};
    for (u32 i = 0; i < p->live_count[pc]; i++)
        text_add(&t, "%s%u", i ? " " : "", p->live_cells[p->live_start[pc] + i]);
    assert_string_equal(text_str(&t), expected);
    text_done(&t);
}

static void straight_line(void **state) {
    (void)state;
    const Insn code[] = {
        INSN(MOV, .dst = 1, .a = CONST(5)), INSN(ADD32, .dst = 2, .a = 0, .b = 1),
        INSN(MOV, .dst = 1, .a = 2),        INSN(ADD32, .dst = 2, .a = 1, .b = 1),
        INSN(RET, .aux = 1, .a = 2),
    };
    Program *p = program_of(code, ARRAY_LEN(code), 3);
    analysis_liveness(p);
    assert_live(p, 0, "0");
    assert_live(p, 1, "0 1");
    assert_live(p, 2, "2");
    assert_live(p, 3, "1");
    assert_live(p, 4, "2");
    program_free(p);
}

static void loops(void **state) {
    (void)state;
    // while (cell 0) cell 1 += cell 2; return cell 1
    const Insn code[] = {
        INSN(MOV, .dst = 1, .a = CONST(0)),
        INSN(MOV, .dst = 2, .a = CONST(3)),
        INSN(JNZ, .a = 0, .b = 3, .c = 5),
        INSN(ADD32, .dst = 1, .a = 1, .b = 2),
        INSN(JMP, .a = 2),
        INSN(RET, .aux = 1, .a = 1),
        INSN(UNREACHABLE, .dst = 0),
    };
    Program *p = program_of(code, ARRAY_LEN(code), 3);
    analysis_liveness(p);
    assert_live(p, 0, "0");
    assert_live(p, 1, "0 1");
    assert_live(p, 2, "0 1 2");
    assert_live(p, 3, "0 1 2");
    assert_live(p, 4, "0 1 2");
    assert_live(p, 5, "1");
    assert_live(p, 6, "");
    // Equal lists are the same one.
    assert_int_equal(p->live_start[2], p->live_start[4]);
    assert_int_equal(p->nlive_cells, 1 + 2 + 3 + 1);
    program_free(p);
}

static void calls_and_lists(void **state) {
    (void)state;
    const Insn code[] = {
        INSN(CALL, .dst = 2, .aux = 1, .a = 0, .b = 0, .c = 0), // 2 3 = f(cell 4)
        INSN(TRAP, .dst = 5, .aux = 1, .a = TRAP_CHOOSE, .b = 1, .c = 32),
        INSN(TRAP, .dst = 6, .aux = 1, .a = TRAP_ASSUME, .b = 2, .c = 0),
        INSN(SWITCH, .aux = 2, .a = 2, .b = 3, .c = 5),
        INSN(RET, .aux = 2, .a = 5),
        INSN(MEMCPY, .a = 0, .b = 1, .c = 7),
        INSN(RET, .aux = 0),
    };
    Program *p = program_of(code, ARRAY_LEN(code), 8);
    const i32 pool[] = {4, 3, 5, CONST(1), 4, CONST(2), 5};
    memcpy(p->pool, pool, sizeof pool);
    analysis_liveness(p);
    assert_live(p, 6, "");
    assert_live(p, 5, "0 1 7");
    assert_live(p, 4, "5 6");
    assert_live(p, 3, "0 1 2 5 6 7");
    assert_live(p, 2, "0 1 2 5 6 7"); // a trap without result writes nothing
    assert_live(p, 1, "0 1 2 3 6 7");
    assert_live(p, 0, "0 1 4 6 7");
    program_free(p);
}

static void wide_operands(void **state) {
    (void)state;
    const Insn code[] = {
        INSN(ARITH128, .dst = 4, .aux = A_ADD, .a = 0, .b = 2),
        INSN(FCMP80, .dst = 6, .a = 4, .b = CONST(1), .c = 1),
        INSN(PLACE, .dst = 8, .aux = 4, .a = 0, .b = 6, .c = 7),
        INSN(OVF128, .dst = 0, .aux = OVF_SADD, .a = 8, .b = 10),
        INSN(RET, .aux = 3, .a = 0),
    };
    Program *p = program_of(code, ARRAY_LEN(code), 12);
    analysis_liveness(p);
    assert_live(p, 4, "0 1 2");
    assert_live(p, 3, "8 9 10 11");
    assert_live(p, 2, "0 1 2 3 6 7");
    assert_live(p, 1, "0 1 2 3 4 5 7");
    assert_live(p, 0, "0 1 2 3 7");
    program_free(p);
}

static void indirect_jumps_reach_labels(void **state) {
    (void)state;
    // Position 2 is inside straight-line code; only the constant 11 says that it is a label.
    const Insn code[] = {
        INSN(MOV, .dst = 1, .a = CONST(11)),
        INSN(MOV, .dst = 2, .a = CONST(1)),
        INSN(STORE32, .a = CONST(10), .b = 2),
        INSN(MOV, .dst = 2, .a = CONST(2)),
        INSN(IJMP, .a = 1),
    };
    Program *p = program_of(code, ARRAY_LEN(code), 3);
    analysis_liveness(p);
    assert_live(p, 0, "");
    assert_live(p, 1, "1");
    assert_live(p, 2, "1 2");
    assert_live(p, 3, "1");
    assert_live(p, 4, "1 2");
    program_free(p);
}

static void assert_steering(const Program *p, Pc pc, const char *expected) {
    Text t = {0};
    for (u32 i = 0; i < p->live_count[pc]; i++)
        if (p->steering[pc] >> i & 1)
            text_add(&t, "%s%u", t.len ? " " : "", p->live_cells[p->live_start[pc] + i]);
    assert_string_equal(text_str(&t), expected);
    text_done(&t);
}

static void what_is_only_stored_does_not_steer(void **state) {
    (void)state;
    // cell 1 = *cell 0; do { cell 1 += cell 2; *cell 0 = cell 1 } while (--cell 3); cell 4 = an
    // exchange of cell 2; if (cell 4) store at cell 1
    const Insn code[] = {
        INSN(LOAD32, .dst = 1, .a = 0),
        INSN(ADD32, .dst = 1, .a = 1, .b = 2),
        INSN(STORE32, .a = 0, .b = 1),
        INSN(SUB32, .dst = 3, .a = 3, .b = CONST(1)),
        INSN(JNZ, .a = 3, .b = 1, .c = 5),
        INSN(RMW, .dst = 4, .a = 0, .b = 2, .c = 4),
        INSN(JNZ, .a = 4, .b = 7, .c = 8),
        INSN(STORE32, .a = 5, .b = 2),
        INSN(RET, .aux = 0),
    };
    Program *p = program_of(code, ARRAY_LEN(code), 6);
    analysis_liveness(p);
    assert_live(p, 2, "0 1 2 3 5");
    assert_steering(p, 0, "0 3 5");
    assert_steering(p, 2, "0 3 5");
    assert_steering(p, 4, "0 3 5");
    assert_steering(p, 5, "0 5");
    assert_steering(p, 6, "4 5");
    assert_steering(p, 7, "5");
    program_free(p);
}

// ---- against an oracle --------------------------------------------------------------------------

static u64 next_random(u64 *seed) {
    *seed = hash_mix(*seed + 0x9e3779b97f4a7c15u);
    return *seed;
}

static Program *random_program(u64 *seed, u32 n, u32 ncells) {
    Insn *code = mem_zalloc(n * sizeof *code);
    for (u32 i = 0; i < n; i++) {
        Insn *in = &code[i];
        i32 x = (i32)(next_random(seed) % ncells), y = (i32)(next_random(seed) % ncells),
            z = (i32)(next_random(seed) % ncells);
        i32 to = (i32)(next_random(seed) % n), other = (i32)(next_random(seed) % n);
        switch (i + 1 == n ? 7 : next_random(seed) % 8) {
        case 0: *in = INSN(JNZ, .a = x, .b = to, .c = other); break;
        case 1: *in = INSN(JMP, .a = to); break;
        case 7: *in = INSN(RET, .aux = 1, .a = x); break;
        case 2: *in = INSN(MOV, .dst = x, .a = CONST(1)); break;
        case 3: *in = INSN(MEMSET, .a = x, .b = y, .c = z); break;
        default: *in = INSN(ADD64, .dst = x, .a = y, .b = z);
        }
    }
    Program *p = program_of(code, n, ncells);
    mem_free(code, n * sizeof *code);
    return p;
}

static bool reads(const Insn *in, u32 cell) {
    i32 c = (i32)cell;
    switch (in->op) {
    case OP_JNZ:
    case OP_RET:
    case OP_MOV: return in->a == c;
    case OP_MEMSET: return in->a == c || in->b == c || in->c == c;
    case OP_ADD64: return in->a == c || in->b == c;
    default: return false;
    }
}

static bool writes(const Insn *in, u32 cell) {
    return (in->op == OP_MOV || in->op == OP_ADD64) && in->dst == (i32)cell;
}

// True if some path from pc reads the cell before it is written.
static bool is_read_later(const Program *p, Pc pc, u32 cell, bool *seen) {
    while (!seen[pc]) {
        seen[pc] = true;
        const Insn *in = &p->code[pc];
        if (reads(in, cell))
            return true;
        if (writes(in, cell) || in->op == OP_RET)
            return false;
        if (in->op == OP_JNZ && is_read_later(p, (Pc)in->c, cell, seen))
            return true;
        pc = in->op == OP_JNZ ? (Pc)in->b : in->op == OP_JMP ? (Pc)in->a : pc + 1;
    }
    return false;
}

static void agrees_with_the_definition(void **state) {
    (void)state;
    u64 seed = 1;
    bool seen[40];
    for (u32 round = 0; round < 300; round++) {
        u32 n = 2 + (u32)(next_random(&seed) % 38), ncells = 1 + (u32)(next_random(&seed) % 80);
        Program *p = random_program(&seed, n, ncells);
        analysis_liveness(p);
        for (Pc pc = 0; pc < n; pc++) {
            u32 next = 0;
            for (u32 cell = 0; cell < ncells; cell++) {
                bool is_listed =
                    next < p->live_count[pc] && p->live_cells[p->live_start[pc] + next] == cell;
                next += is_listed;
                memset(seen, 0, sizeof seen);
                assert_int_equal(is_listed, is_read_later(p, pc, cell, seen));
            }
            assert_int_equal(next, p->live_count[pc]);
        }
        program_free(p);
    }
}

// Whether the cell steers before an instruction, if those in `after` (by cell) do behind it.
static bool steers_before(const Insn *in, u32 cell, const bool *after) {
    bool is_sink = in->op == OP_JNZ || in->op == OP_RET || in->op == OP_MEMSET;
    bool counts = is_sink || after[in->dst];
    return (counts && reads(in, cell)) || (after[cell] && !writes(in, cell));
}

static void steering_agrees_with_the_definition(void **state) {
    (void)state;
    enum { MOST_CODE = 40, CELLS = 12 };
    u64 seed = 3;
    for (u32 round = 0; round < 200; round++) {
        bool steers[MOST_CODE + 1][CELLS] = {{false}}, has_grown = true;
        u32 n = 2 + (u32)(next_random(&seed) % (MOST_CODE - 2));
        Program *p = random_program(&seed, n, CELLS);
        analysis_liveness(p);
        while (has_grown) {
            has_grown = false;
            for (Pc pc = 0; pc < n; pc++) {
                const Insn *in = &p->code[pc];
                bool after[CELLS] = {false};
                for (u32 c = 0; c < CELLS && in->op != OP_RET; c++)
                    after[c] = in->op == OP_JNZ   ? steers[in->b][c] || steers[in->c][c]
                               : in->op == OP_JMP ? steers[in->a][c]
                                                  : steers[pc + 1][c];
                for (u32 c = 0; c < CELLS; c++) {
                    bool now = steers_before(in, c, after);
                    has_grown = has_grown || (now && !steers[pc][c]);
                    steers[pc][c] = steers[pc][c] || now;
                }
            }
        }
        for (Pc pc = 0; pc < n; pc++)
            for (u32 i = 0; i < p->live_count[pc]; i++)
                assert_int_equal(p->steering[pc] >> i & 1,
                                 steers[pc][p->live_cells[p->live_start[pc] + i]]);
        program_free(p);
    }
}

static void large_functions_are_quick(void **state) {
    (void)state;
    u64 seed = 2;
    Program *p = random_program(&seed, 10000, 10000);
    double start = clock_seconds();
    analysis_liveness(p);
    // Two orders of magnitude above what it takes, so that a slow machine does not matter.
    assert_true(clock_seconds() - start < 20);
    program_free(p);
}

// ---- verifier -----------------------------------------------------------------------------------

static void assert_malformed(const Insn *code, u32 n, const char *why) {
    Program *p = program_of(code, n, 3);
    Diag d = {0};
    assert_false(ir_verify(p, &d));
    assert_non_null(strstr(diag_text(&d), why));
    diag_done(&d);
    program_free(p);
}

#define ASSERT_MALFORMED(why, ...)                                                                 \
    do {                                                                                           \
        const Insn code_[] = {__VA_ARGS__};                                                        \
        assert_malformed(code_, ARRAY_LEN(code_), why);                                            \
    } while (0)

static void malformed_programs_are_found(void **state) {
    (void)state;
    const Insn end = INSN(RET, .aux = 0);
    ASSERT_MALFORMED("result cell", INSN(MOV, .dst = 3, .a = 0), end);
    ASSERT_MALFORMED("result cell", INSN(MOV, .dst = -1, .a = 0), end);
    ASSERT_MALFORMED("result cell", INSN(ARITH128, .dst = 2, .a = 0, .b = 0), end);
    ASSERT_MALFORMED("operand out of range", INSN(MOV, .dst = 0, .a = 3), end);
    ASSERT_MALFORMED("operand out of range", INSN(MOV, .dst = 0, .a = CONST(12)), end);
    ASSERT_MALFORMED("operand out of range", INSN(FNEG80, .dst = 0, .a = CONST(11)), end);
    ASSERT_MALFORMED("jump out", INSN(JMP, .a = 2), end);
    ASSERT_MALFORMED("jump out", INSN(JNZ, .a = 0, .b = 0, .c = -1), end);
    ASSERT_MALFORMED("no such function", INSN(CALL, .aux = 1, .a = 1), end);
    ASSERT_MALFORMED("call information", INSN(CALL, .aux = 1, .a = 0, .c = 1), end);
    ASSERT_MALFORMED("pool", INSN(CALL, .aux = 3, .b = 6), end);
    ASSERT_MALFORMED("trap", INSN(TRAP, .aux = 0, .a = TRAP_CHOOSE), end);
    ASSERT_MALFORMED("no such note", INSN(UNSUPPORTED, .a = 0), end);
    ASSERT_MALFORMED("no such variable", INSN(TLSADDR, .a = 1), end);
    ASSERT_MALFORMED("width", INSN(TRUNC, .a = 0, .c = 65), end);
    ASSERT_MALFORMED("no such instruction", ((Insn){.op = OP_COUNT}), end);
    ASSERT_MALFORMED("control leaves", INSN(NOP, .dst = 0));
}

static void well_formed_programs_pass(void **state) {
    (void)state;
    const Insn code[] = {
        INSN(CALL, .dst = 0, .aux = 1, .a = 0),
        INSN(LOAD32, .dst = 1, .a = CONST(10)),
        INSN(RET, .aux = 2, .a = CONST(10)),
    };
    Program *p = program_of(code, ARRAY_LEN(code), 3);
    Diag d = {0};
    assert_true(ir_verify(p, &d));
    p->globals[1].offset = 1;
    assert_false(ir_verify(p, &d));
    assert_non_null(strstr(diag_text(&d), "counter"));
    diag_done(&d);
    program_free(p);
}

// ---- tables and printer -------------------------------------------------------------------------

static void kinds_have_names(void **state) {
    (void)state;
    assert_int_equal(ir_kind_of_name("deadlock", 8), FAULT_DEADLOCK);
    assert_int_equal(ir_kind_of_name("deadlocks", 8), FAULT_DEADLOCK);
    assert_int_equal(ir_kind_of_name("dead", 4), FAULT_NONE);
    assert_int_equal(ir_kind_of_name("none", 4), FAULT_NONE);
    assert_string_equal(ir_kind_name[FAULT_ASSERTION], "assertion");
}

static void assert_prints(const Program *p, Pc pc, const char *expected) {
    Text t = {0};
    ir_print_insn(p, pc, &t);
    assert_string_equal(text_str(&t), expected);
    text_done(&t);
}

static void instructions_print(void **state) {
    (void)state;
    const Insn code[] = {
        INSN(ADD32, .dst = 2, .a = 0, .b = CONST(9)),
        INSN(LOAD32, .dst = 1, .a = CONST(10), .c = 0, .aux = MEM_ATOMIC | MEM_VOLATILE),
        INSN(STORE64, .a = 2, .b = 1, .c = -8),
        INSN(CALL, .dst = 0, .aux = 1, .a = 0),
        INSN(TRAP, .dst = 2, .aux = 1, .a = TRAP_CHOOSE, .b = 1, .c = 32),
        INSN(TRAP, .aux = 1, .a = TRAP_ASSUME, .b = 1),
        INSN(SWITCH, .aux = 1, .a = 2, .b = 2, .c = 0),
        INSN(ARITH128, .dst = 0, .aux = A_MUL, .a = CONST(1), .b = 0),
        INSN(RMW, .dst = 0, .aux = MEM_ATOMIC | RMW_ADD << 8, .a = 1, .b = CONST(1), .c = 4),
        INSN(MOV, .dst = 0, .a = CONST(11)),
        INSN(FADD, .dst = 0, .aux = F64, .a = 1, .b = CONST(0)),
        INSN(FENCE, .dst = 0),
        INSN(MEMCPY, .a = 1, .b = 2, .c = CONST(8)),
        INSN(RET, .aux = 2, .a = 1),
        INSN(RET, .aux = 0),
    };
    Program *p = program_of(code, ARRAY_LEN(code), 3);
    const i32 pool[] = {0, CONST(4), CONST(7), 9};
    memcpy(p->pool, pool, sizeof pool);
    assert_prints(p, 0, "add32        %2 = %0, 9");
    assert_prints(p, 1, "load32       %1 = [&counter+4] atomic relaxed volatile");
    assert_prints(p, 2, "store64      [%2 - 8], %1");
    assert_prints(p, 3, "call         %0..1 = f(%0)");
    assert_prints(p, 4, "trap         %2 = __heddle_choose(4)");
    assert_prints(p, 5, "trap         __heddle_assume(4)");
    assert_prints(p, 6, "switch       %2, [7: L9], L0");
    assert_prints(p, 7, "arith128     %0..1 = mul {1, 2}, %0..1");
    assert_prints(p, 8, "rmw          %0 = add 4 bytes [%1], 1 atomic relaxed");
    assert_prints(p, 9, "mov          %0 = &&f:L2");
    assert_prints(p, 10, "fadd         %0 = f64 %1, 0");
    assert_prints(p, 11, "fence");
    assert_prints(p, 12, "memcpy       %1, %2, 8");
    assert_prints(p, 13, "ret          %1..2");
    assert_prints(p, 14, "ret");
    program_free(p);
}

static void functions_print(void **state) {
    (void)state;
    const Insn code[] = {
        INSN(JNZ, .a = 0, .b = 1, .c = 2),
        INSN(NOP, .dst = 0),
        INSN(RET, .aux = 1, .a = 0),
    };
    Program *p = program_of(code, ARRAY_LEN(code), 1);
    p->consts[11] = (Cell){0};
    p->locs[0] = (SrcLoc){.file = 1, .line = 4};
    p->locs[1] = (SrcLoc){.file = 1, .line = 4};
    p->locs[2] = (SrcLoc){.file = 1, .line = 5};
    Text t = {0};
    ir_print(p, &t, NULL, false);
    assert_string_equal(
        text_str(&t),
        "function f: parameters %0, 1 cells, returns 0    ; file.c:3\n"
        "     0  jnz          %0, L1, L2                                 ; file.c:4\n"
        "L1:\n"
        "     1  nop\n"
        "L2:\n"
        "     2  ret          %0                                         ; file.c:5\n");
    text_clear(&t);
    ir_print(p, &t, "g", true);
    assert_string_equal(text_str(&t), "");
    p->funcs[0].is_runtime = true;
    ir_print(p, &t, NULL, false);
    assert_string_equal(text_str(&t), "");
    ir_print(p, &t, NULL, true);
    assert_true(t.len > 0);
    text_done(&t);
    program_free(p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(straight_line),
        cmocka_unit_test(loops),
        cmocka_unit_test(calls_and_lists),
        cmocka_unit_test(wide_operands),
        cmocka_unit_test(indirect_jumps_reach_labels),
        cmocka_unit_test(what_is_only_stored_does_not_steer),
        cmocka_unit_test(agrees_with_the_definition),
        cmocka_unit_test(steering_agrees_with_the_definition),
        cmocka_unit_test(large_functions_are_quick),
        cmocka_unit_test(malformed_programs_are_found),
        cmocka_unit_test(well_formed_programs_pass),
        cmocka_unit_test(kinds_have_names),
        cmocka_unit_test(instructions_print),
        cmocka_unit_test(functions_print),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
