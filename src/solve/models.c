// SPDX-License-Identifier: Apache-2.0
// The last models. A run's condition grows one requirement at a time, and mostly what satisfied it
// before still does.
#include "solve/solve_int.h"

#include <stdlib.h>

static u64 value_of(const struct Model *m, u32 name) {
    CHECK(m->n <= m->cap);
    u32 low = 0, high = m->n;
    while (low < high) {
        u32 middle = low + (high - low) / 2;
        if (m->rows[middle].name < name)
            low = middle + 1;
        else
            high = middle;
    }
    return low < m->n && m->rows[low].name == name ? m->rows[low].value : 0;
}

// The youngest is tried first.
bool models_answer(const Models *m, const Slices *s, const Slice *slice, const Query *q,
                   u64 *values) {
    CHECK(m->next < MODELS && slice->nunknowns);
    for (u32 k = 1; k <= MODELS; k++) {
        const struct Model *model = &m->model[(m->next + MODELS - k) % MODELS];
        if (model->n == 0)
            break;
        for (u32 i = 0; i < slice->nunknowns; i++) {
            SolveId id = s->unknowns[slice->unknown + i];
            const Node *n = &q->nodes[id];
            values[id] = value_of(model, n->param) & term_mask(n->width);
        }
        if (slice_holds(s, slice, q, values))
            return true;
    }
    return false;
}

static int by_name(const void *a, const void *b) {
    const ModelRow *x = a, *y = b;
    return x->name < y->name ? -1 : x->name > y->name;
}

enum { MOST_ROWS = 1 << 12 }; // larger models are not kept

void models_add(Models *m, const Slices *s, const Slice *slice, const Query *q, const u64 *values) {
    CHECK(m->next < MODELS && slice->answer == SOLVE_YES);
    if (slice->nunknowns > MOST_ROWS)
        return;
    struct Model *model = &m->model[m->next];
    m->next = (m->next + 1) % MODELS;
    model->n = 0;
    for (u32 i = 0; i < slice->nunknowns; i++) {
        SolveId id = s->unknowns[slice->unknown + i];
        ModelRow row = {q->nodes[id].param, values[id]};
        VEC_PUSH(model->rows, model->n, model->cap) = row;
    }
    ENSURE(model->n);
    qsort(model->rows, model->n, sizeof *model->rows, by_name);
}

void models_done(Models *m) {
    for (u32 i = 0; i < MODELS; i++)
        VEC_FREE(m->model[i].rows, m->model[i].cap);
    *m = (Models){0};
}

size_t models_bytes(const Models *m) {
    size_t bytes = 0;
    for (u32 i = 0; i < MODELS; i++)
        bytes += (size_t)m->model[i].cap * sizeof *m->model[i].rows;
    return bytes;
}
