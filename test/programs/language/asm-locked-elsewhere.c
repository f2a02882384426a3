// SPDX-License-Identifier: Apache-2.0
// It is not known that nothing else lies there: a lock before another instruction is not understood.
// expect: unknown "assembl"
// levels: -O0
int main(void) {
    __asm__ volatile("lock; addl $0,(%%rbp)" ::: "memory", "cc");
    return 0;
}
