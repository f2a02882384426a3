// SPDX-License-Identifier: Apache-2.0
// expect: violated out-of-bounds line 10
// levels: -O0
// A member of the element behind an array of structs.
struct item { int key, value; };
static struct item items[3];

static void set(struct item *p, int n) {
    for (int i = 0; i < n; i++)
        p[i].value = i;
}

int main(void) {
    set(items, 3);
    set(items + 1, 3);
    return 0;
}
