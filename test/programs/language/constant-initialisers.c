// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Global initialisers that point into other objects, to functions, to themselves and past the end.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

static int numbers[5] = {10, 11, 12, 13, 14};
static int *middle = numbers + 2;
static int *last = &numbers[4];
static int *end = numbers + 5;
static const char *const names[] = {"zero", &"one"[1], 0};
struct link { struct link *next; int v; };
static struct link ring[3] = {{&ring[1], 0}, {&ring[2], 1}, {&ring[0], 2}};
static int twice(int x) { return 2 * x; }
static struct { int (*f)(int); int **p; size_t off; } table = {twice, &middle, offsetof(struct link, v)};
static uintptr_t number = (uintptr_t)(void *)&numbers[1];
static const double pi = 355.0 / 113;
static char text[8] = "abc";

int main(void) {
    assert(*middle == 12 && middle[-2] == 10 && *last == 14 && end - numbers == 5 && end[-1] == 14);
    assert(names[0][3] == 'o' && names[1][0] == 'n' && !names[2]);
    assert(ring[0].next->next->next == &ring[0] && ring[2].next->next->v == 1);
    assert(table.f(21) == 42 && **table.p == 12 && table.off == 8);
    assert(*(int *)number == 11);
    assert((int)(pi * 100) == 314 && text[2] == 'c' && text[3] == 0 && text[7] == 0);
    return 0;
}
