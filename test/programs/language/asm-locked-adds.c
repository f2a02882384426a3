// SPDX-License-Identifier: Apache-2.0
// It changes what lies there.
// expect: unknown "assembl"
// levels: -O0
int main(void) {
    __asm__ volatile("lock; addl $1,0(%%rsp)" ::: "memory", "cc");
    return 0;
}
