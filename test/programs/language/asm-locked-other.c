// SPDX-License-Identifier: Apache-2.0
// The prefix belongs to another instruction.
// expect: unknown "assembl"
// levels: -O0
int main(void) {
    __asm__ volatile("lock; nop; addl $0,(%%rsp)" ::: "memory", "cc");
    return 0;
}
