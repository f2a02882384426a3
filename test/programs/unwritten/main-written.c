// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --property uninitialized
// main ends without a return, which is 0 in C; unwritten values are passed about but not looked at.
struct pair { int a, b; };
static struct pair make(int a) {
    struct pair p;
    p.a = a;
    return p;
}
int main(void) {
    struct pair p = make(3), q = p;
    if (q.a != 3)
        return 1;
}
