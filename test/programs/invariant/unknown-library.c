// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --invariant is_copied,is_text
// Invariants that give unknown values to functions of the library.
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);
char __VERIFIER_nondet_char(void);
void __VERIFIER_assume(int);
static int n;
static char text[4];

int is_copied(void) {
    int *copy = malloc(sizeof n);
    if (!copy)
        return 1;
    memcpy(copy, &n, sizeof n);
    int is_same = *copy == n && abs(*copy) <= 5;
    free(copy);
    return is_same;
}

int is_text(void) {
    char copy[4];
    size_t len = strlen(text);
    return strcmp(strcpy(copy, text), text) == 0 && (len == 3 || !text[len]) && len <= 3;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= -5 && x <= 5);
    n = x;
    for (int i = 0; i < 3; i++)
        text[i] = __VERIFIER_nondet_char();
}
