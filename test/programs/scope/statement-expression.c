// SPDX-License-Identifier: Apache-2.0
// expect: violated use-after-return line 7
// levels: -O0
// A statement expression is a scope.
int main(void) {
    int *p = ({ int inner = 4; &inner; });
    return *p - 4;
}
