// SPDX-License-Identifier: Apache-2.0
// expect: violated use-after-return line 12
// levels: -O0
// message: whose scope has ended
// A temporary ends with the full expression.
struct Box {
    int value[4];
    const int *first() const { return value; }
};
int main() {
    const int *p = Box{{1, 2, 3, 4}}.first();
    return *p - 1;
}
