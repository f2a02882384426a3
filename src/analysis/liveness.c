// SPDX-License-Identifier: Apache-2.0
// Which cells are still read after each code position: the classic backward data flow, one bit set
// per basic block, then one walk through each block for the positions inside it. Equal lists are
// stored once in the whole program.
//
// SOUND: calling a dead cell live only makes more states differ; the other way round would merge
// states that behave differently. So everything that is not certain counts as read: an IJMP may go
// to the start of any block of its function, and positions whose label is a constant or stands in a
// global are such starts. A function that calls setjmp may come back to the place behind that call
// from wherever it stands, so what is read from there on is live in all of it.
//
// Of the live cells, those that steer have a say in which instructions come or which memory they
// access; the others are only computed with and stored (R. Giegerich, U. Moencke, R. Wilhelm:
// Invariance of approximate semantics with respect to program transformations, 1981, call such
// cells faint). Whoever asks may rely on nothing but that the answer depends on the position alone.
#include "analysis/analysis.h"
#include "base/table.h"

#include <string.h>

typedef struct List {
    u32 start, count; // in Liveness.cells
} List;

// One analysis of a whole program; the middle part is of the function in work.
typedef struct Liveness {
    Program *p;
    bool *is_leader;   // by pc
    bool *makes_marks; // by function: setjmp and its relatives

    const Function *f;
    u32 words;  // of a bit set of its cells
    Pc *blocks; // block starts, then the function's end
    u32 nblocks, blocks_cap;
    u64 *in, *gen, *kill; // by block: a set each
    u64 *anywhere;        // cells live at the start of some block
    u64 *kept;            // cells live where a longjmp may come back to
    u64 *steers;          // by block: cells that steer from its start on; a set each
    size_t sets_bytes;

    u64 *now;      // cells live at the position in work,
    u64 now_hash;  // the sum of their hashes,
    u32 now_count; // and how many they are

    List *lists; // distinct lists; 0 is the empty one
    u32 nlists, lists_cap;
    Table table; // from hash and length of a list to its index
    u32 *cells;
    u32 ncells, cells_cap;
} Liveness;

static bool has(const u64 *set, u32 cell) { return set[cell / 64] >> (cell % 64) & 1; }
static void put(u64 *set, u32 cell) { set[cell / 64] |= (u64)1 << (cell % 64); }
static void take(u64 *set, u32 cell) { set[cell / 64] &= ~((u64)1 << (cell % 64)); }

// Calls visit for every cell that the instruction reads or (is_read false) writes.
typedef void CellVisit(Liveness *l, void *arg, u32 cell);

static void each_cell(Liveness *l, const Insn *in, bool is_read, CellVisit *visit, void *arg) {
    for (u32 field = 0; field < FIELDS; field++) {
        Role role = insn_role(in, field);
        i32 first = insn_field(in, field);
        if ((is_read ? role_reads(role) : role_writes(role)) && first >= 0) {
            u32 n = insn_cells(l->p, in, field);
            for (u32 i = 0; i < n; i++)
                visit(l, arg, (u32)first + i);
        } else if (is_read && (role == ROLE_PL || role == ROLE_SW)) {
            u32 stride = role == ROLE_SW ? 2 : 1;
            for (u32 i = 0; i < in->aux; i++) {
                i32 operand = l->p->pool[(u32)first + i * stride];
                if (operand >= 0)
                    visit(l, arg, (u32)operand);
            }
        }
    }
}

// ---- places that longjmp comes back to ----------------------------------------------------------

static void find_markers(Liveness *l) {
    const Program *p = l->p;
    l->makes_marks = mem_zalloc(p->nfuncs + 1);
    for (u32 i = 0; i < p->nfuncs; i++)
        for (Pc pc = p->funcs[i].start; pc < p->funcs[i].end; pc++)
            l->makes_marks[i] |= p->code[pc].op == OP_TRAP && p->code[pc].a == TRAP_MARK;
}

static bool calls_marker(const Liveness *l, const Insn *in) {
    return in->op == OP_CALL && l->makes_marks[in->a];
}

// ---- blocks -------------------------------------------------------------------------------------

static void mark_label(void *arg, FuncId func, Pc pc) {
    (void)func;
    ((bool *)arg)[pc] = true;
}

static void find_leaders(Liveness *l) {
    const Program *p = l->p;
    l->is_leader = mem_zalloc((size_t)p->ncode + 1);
    for (u32 i = 0; i < p->nfuncs; i++)
        l->is_leader[p->funcs[i].start] = true;
    for (Pc pc = 0; pc < p->ncode; pc++) {
        const Insn *in = &p->code[pc];
        u32 ntargets = insn_ntargets(in);
        for (u32 i = 0; i < ntargets; i++)
            l->is_leader[insn_target(p, in, i)] = true;
        if (!insn_falls_through(in) || calls_marker(l, in))
            l->is_leader[pc + 1] = true;
    }
    program_each_label(p, mark_label, l->is_leader);
}

static void visit_gen(Liveness *l, void *arg, u32 cell) {
    u32 b = *(u32 *)arg;
    if (!has(l->kill + (size_t)b * l->words, cell))
        put(l->gen + (size_t)b * l->words, cell);
}

static void visit_kill(Liveness *l, void *arg, u32 cell) {
    u32 b = *(u32 *)arg;
    put(l->kill + (size_t)b * l->words, cell);
}

static void begin_function(Liveness *l, const Function *f) {
    l->f = f;
    l->words = f->ncells / 64 + 1;
    l->nblocks = 0;
    for (Pc pc = f->start; pc < f->end; pc++)
        if (l->is_leader[pc])
            VEC_PUSH(l->blocks, l->nblocks, l->blocks_cap) = pc;
    VEC_RESERVE(l->blocks, l->nblocks, l->blocks_cap, 1);
    l->blocks[l->nblocks] = f->end;

    size_t set = (size_t)l->words;
    l->sets_bytes = (4 * set * l->nblocks + 3 * set) * sizeof(u64);
    l->in = mem_zalloc(l->sets_bytes);
    l->gen = l->in + set * l->nblocks;
    l->kill = l->gen + set * l->nblocks;
    l->anywhere = l->kill + set * l->nblocks;
    l->now = l->anywhere + set;
    l->kept = l->now + set;
    l->steers = l->kept + set;
    for (u32 b = 0; b < l->nblocks; b++) {
        for (Pc pc = l->blocks[b]; pc < l->blocks[b + 1]; pc++) {
            each_cell(l, &l->p->code[pc], true, visit_gen, &b);
            each_cell(l, &l->p->code[pc], false, visit_kill, &b);
        }
    }
}

// The result of a call that a longjmp leaves is never written; see thread_is_awaited.
static bool has_markers(const Liveness *l, const Function *f) {
    Pc pc = f->start;
    while (pc < f->end && !calls_marker(l, &l->p->code[pc]))
        pc++;
    return pc < f->end;
}

static void end_function(Liveness *l) { mem_free(l->in, l->sets_bytes); }

static u32 block_at(const Liveness *l, Pc pc) {
    u32 low = 0, high = l->nblocks;
    while (high - low > 1) {
        u32 middle = low + (high - low) / 2;
        if (l->blocks[middle] <= pc)
            low = middle;
        else
            high = middle;
    }
    ENSURE(l->blocks[low] == pc);
    return low;
}

static void unite(u64 *set, const u64 *with, u32 words) {
    for (u32 w = 0; w < words; w++)
        set[w] |= with[w];
}

// What the blocks after block b have at their start, into l->now. sets: by block.
static void unite_next(Liveness *l, u32 b, const u64 *sets) {
    const Insn *last = &l->p->code[l->blocks[b + 1] - 1];
    memset(l->now, 0, l->words * sizeof(u64));
    u32 ntargets = insn_ntargets(last);
    for (u32 i = 0; i < ntargets; i++) {
        u32 target = block_at(l, insn_target(l->p, last, i));
        unite(l->now, sets + (size_t)target * l->words, l->words);
    }
    if (insn_falls_through(last) && b + 1 < l->nblocks)
        unite(l->now, sets + (size_t)(b + 1) * l->words, l->words);
}

// Cells live at the end of block b, into l->now.
static void live_out(Liveness *l, u32 b) {
    unite_next(l, b, l->in);
    if (l->p->code[l->blocks[b + 1] - 1].op == OP_IJMP)
        unite(l->now, l->anywhere, l->words);
}

// in = gen | (out & ~kill); true if it grew.
static bool update_block(Liveness *l, u32 b) {
    live_out(l, b);
    u64 *in = l->in + (size_t)b * l->words;
    const u64 *gen = l->gen + (size_t)b * l->words;
    const u64 *kill = l->kill + (size_t)b * l->words;
    bool has_grown = false;
    for (u32 w = 0; w < l->words; w++) {
        u64 set = gen[w] | (l->now[w] & ~kill[w]) | l->kept[w];
        has_grown |= set != in[w];
        in[w] = set;
        l->anywhere[w] |= set;
    }
    if (has_grown && l->blocks[b] > l->f->start && calls_marker(l, &l->p->code[l->blocks[b] - 1]))
        unite(l->kept, in, l->words);
    return has_grown;
}

// ---- lists --------------------------------------------------------------------------------------

static u64 cell_hash(u32 cell) { return hash_mix((u64)cell + 1); }

static void visit_live(Liveness *l, void *arg, u32 cell) {
    if (!has(l->now, cell)) {
        put(l->now, cell);
        l->now_hash += cell_hash(cell);
        l->now_count++;
        *(bool *)arg = true;
    }
}

static void visit_dead(Liveness *l, void *arg, u32 cell) {
    if (has(l->now, cell) && !has(l->kept, cell)) {
        take(l->now, cell);
        l->now_hash -= cell_hash(cell);
        l->now_count--;
        *(bool *)arg = true;
    }
}

static bool is_now(const Liveness *l, const List *list) {
    ENSURE(list->count == l->now_count); // it is part of the key
    for (u32 i = 0; i < list->count; i++) {
        u32 cell = l->cells[list->start + i];
        if (cell >= l->f->ncells || !has(l->now, cell))
            return false;
    }
    return true;
}

static u32 add_list(Liveness *l) {
    List list = {.start = l->ncells, .count = l->now_count};
    VEC_RESERVE(l->cells, l->ncells, l->cells_cap, l->now_count);
    for (u32 w = 0; w < l->words; w++)
        for (u64 bits = l->now[w]; bits; bits &= bits - 1)
            l->cells[l->ncells++] = w * 64 + (u32)__builtin_ctzll(bits);
    ENSURE(l->ncells == list.start + list.count);
    VEC_PUSH(l->lists, l->nlists, l->lists_cap) = list;
    return l->nlists - 1;
}

// Index of the list equal to l->now.
static u32 intern_now(Liveness *l) {
    if (l->now_count == 0)
        return 0;
    for (u64 hash = l->now_hash;; hash++) {
        u32 *list = table_add(&l->table, hash, l->now_count);
        if (!*list)
            *list = add_list(l);
        if (is_now(l, &l->lists[*list]))
            return *list;
    }
}

static void list_block(Liveness *l, u32 b) {
    live_out(l, b);
    unite(l->now, l->kept, l->words);
    l->now_hash = 0;
    l->now_count = 0;
    for (u32 w = 0; w < l->words; w++) {
        for (u64 bits = l->now[w]; bits; bits &= bits - 1) {
            l->now_hash += cell_hash(w * 64 + (u32)__builtin_ctzll(bits));
            l->now_count++;
        }
    }
    u32 list = 0;
    bool has_changed = true;
    for (Pc pc = l->blocks[b + 1]; pc-- > l->blocks[b];) {
        each_cell(l, &l->p->code[pc], false, visit_dead, &has_changed);
        each_cell(l, &l->p->code[pc], true, visit_live, &has_changed);
        if (has_changed) {
            list = intern_now(l);
            has_changed = false;
        }
        l->p->live_start[pc] = l->lists[list].start;
        l->p->live_count[pc] = l->lists[list].count;
    }
}

// ---- cells that steer ---------------------------------------------------------------------------

static void visit_written(Liveness *l, void *arg, u32 cell) {
    *(bool *)arg = *(bool *)arg || has(l->now, cell);
    take(l->now, cell);
}

static void visit_read(Liveness *l, void *arg, u32 cell) {
    (void)arg;
    put(l->now, cell);
}

// From the cells that steer after an instruction to those that do before it, in l->now.
static void steer_before(Liveness *l, const Insn *in) {
    u8 effect = ir_op_info[in->op].effect;
    bool only_address = effect == EFFECT_STORE || in->op == OP_RMW || in->op == OP_RMW128;
    bool counts = effect != EFFECT_PURE;
    each_cell(l, in, false, visit_written, &counts);
    if (only_address && in->a >= 0)
        put(l->now, (u32)in->a);
    else if (counts && !only_address)
        each_cell(l, in, true, visit_read, NULL);
}

static void steer_out(Liveness *l, u32 b) {
    unite_next(l, b, l->steers);
    if (l->p->code[l->blocks[b + 1] - 1].op == OP_IJMP)
        memset(l->now, 0xff, l->words * sizeof(u64));
}

static bool update_steering(Liveness *l, u32 b) {
    bool has_grown = false;
    u64 *steers = l->steers + (size_t)b * l->words;
    steer_out(l, b);
    for (Pc pc = l->blocks[b + 1]; pc-- > l->blocks[b];)
        steer_before(l, &l->p->code[pc]);
    for (u32 w = 0; w < l->words; w++) {
        has_grown |= l->now[w] & ~steers[w];
        steers[w] |= l->now[w];
    }
    return has_grown;
}

static void list_steering(Liveness *l, u32 b) {
    Program *p = l->p;
    steer_out(l, b);
    for (Pc pc = l->blocks[b + 1]; pc-- > l->blocks[b];) {
        steer_before(l, &p->code[pc]);
        const u32 *live = l->cells + p->live_start[pc];
        for (u32 i = 0; i < p->live_count[pc]; i++)
            if (i < STEERING_CELLS && has(l->now, live[i]))
                p->steering[pc] |= (u64)1 << i;
    }
}

static void analyse_function(Liveness *l, const Function *f) {
    begin_function(l, f);
    bool has_grown = true;
    while (has_grown) {
        has_grown = false;
        for (u32 b = l->nblocks; b-- > 0;)
            has_grown |= update_block(l, b);
    }
    for (u32 b = 0; b < l->nblocks; b++)
        list_block(l, b);
    for (has_grown = true; has_grown;) {
        has_grown = false;
        for (u32 b = l->nblocks; b-- > 0;)
            has_grown |= update_steering(l, b);
    }
    for (u32 b = 0; b < l->nblocks; b++)
        list_steering(l, b);
    end_function(l);
}

void analysis_liveness(Program *p) {
    Liveness l = {.p = p};
    p->live_start = arena_alloc(p->arena, p->ncode * sizeof(u32));
    p->live_count = arena_alloc(p->arena, p->ncode * sizeof(u32));
    p->steering = arena_alloc(p->arena, p->ncode * sizeof(u64));
    VEC_PUSH(l.lists, l.nlists, l.lists_cap) = (List){0};
    find_markers(&l);
    find_leaders(&l);
    for (u32 i = 0; i < p->nfuncs; i++) {
        p->funcs[i].is_come_back_to = has_markers(&l, &p->funcs[i]);
        if (p->funcs[i].start < p->funcs[i].end)
            analyse_function(&l, &p->funcs[i]);
    }
    p->live_cells = arena_copy(p->arena, l.cells, l.ncells * sizeof *l.cells);
    p->nlive_cells = l.ncells;

    mem_free(l.is_leader, (size_t)p->ncode + 1);
    mem_free(l.makes_marks, p->nfuncs + 1);
    VEC_FREE(l.blocks, l.blocks_cap);
    VEC_FREE(l.lists, l.lists_cap);
    VEC_FREE(l.cells, l.cells_cap);
    table_done(&l.table);
}
