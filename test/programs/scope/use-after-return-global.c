// SPDX-License-Identifier: Apache-2.0
// expect: violated use-after-return line 21
// levels: -O0
// A local array left behind in a global, written after another call used the stack.
static char *saved;

static void save(void) {
    char buffer[16] = "text";
    saved = buffer;
}
static int other(int n) {
    int a[8];
    for (int i = 0; i < 8; i++)
        a[i] = n;
    return a[7];
}

int main(void) {
    save();
    other(3);
    saved[0] = 'T';
    return 0;
}
