// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Constant tables: arrays of strings, of structs, and searching in them.
#include <assert.h>
#include <string.h>

struct row { const char *name; int value; };
static const struct row rows[] = {{"alpha", 1}, {"beta", 2}, {"gamma", 3}, {0, 0}};

static int lookup(const char *name) {
    for (const struct row *r = rows; r->name; r++)
        if (!strcmp(r->name, name))
            return r->value;
    return -1;
}

int main(void) {
    assert(lookup("beta") == 2 && lookup("gamma") == 3 && lookup("delta") == -1);
    assert(sizeof "abc" == 4 && "abc"[1] == 'b' && __func__[0] == 'm');
    return 0;
}
