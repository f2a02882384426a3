// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0 -O1 -O2 -O3
// memcpy, memmove, memset, memcmp, memchr with pointers inside the copied memory.
#include <assert.h>
#include <string.h>

struct cell { int v; struct cell *next; char name[5]; };

int main(void) {
    struct cell b = {2, 0, "bbb"}, a = {1, &b, "aaaa"}, copy;
    memcpy(&copy, &a, sizeof a);
    assert(copy.next == &b && copy.next->v == 2 && !strcmp(copy.name, "aaaa"));
    struct cell row[4] = {a, b, a, b};
    memmove(row + 1, row, 3 * sizeof *row);
    assert(row[0].v == 1 && row[1].v == 1 && row[2].v == 2 && row[3].v == 1 && row[3].next == &b);
    memmove(row, row + 2, 2 * sizeof *row);
    assert(row[0].v == 2 && row[1].v == 1 && !row[0].next);
    memset(row, 0, sizeof row);
    assert(row[3].next == NULL && row[1].v == 0);
    char text[16];
    memset(text, 'x', sizeof text);
    assert(memchr(text, 'y', 16) == NULL && memchr(text, 'x', 16) == text);
    text[9] = 'a';
    assert(memcmp(text, "xxxxxxxxx", 9) == 0 && memcmp(text, "xxxxxxxxxb", 10) < 0);
    assert((char *)memchr(text, 'a', 16) - text == 9);
    return 0;
}
