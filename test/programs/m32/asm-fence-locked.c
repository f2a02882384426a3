// SPDX-License-Identifier: Apache-2.0
// The same fence for 32 bits.
// expect: holds
// options: -m32
int main(void) {
    __asm__ volatile("lock; addl $0,0(%%esp)" ::: "memory", "cc");
    __asm__ volatile("lock ; addl $0, -4(%%esp)" ::: "memory", "cc");
    return 0;
}
