// SPDX-License-Identifier: Apache-2.0
// expect: violated invalid-pointer line 7
// levels: -O0
// A write to a string literal.
int main(void) {
    char *s = "constant";
    s[0] = 'C';
    return 0;
}
