// SPDX-License-Identifier: Apache-2.0
// expect: unknown "assembl"
// levels: -O0
// message: language/asm-unsupported\.c:8
// Other inline assembly is reported with its place when it is reached.
int main(void) {
    unsigned lo, hi;
    __asm__ volatile("rdtsc" : "=a"(lo), "=d"(hi));
    return (int)(lo ^ hi);
}
