// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Made for 64 bits, which is what is checked without being asked for. A size_t of a function is no sign.
typedef unsigned long size_t;
typedef long int __quad_t;
extern void abort (void) __attribute__ ((__noreturn__));
static unsigned long low(unsigned long x) {
  typedef unsigned int size_t;
  return (size_t)x;
}
int main() {
  if (sizeof(long) != 8 || sizeof(size_t) != 8 || sizeof(void *) != 8) abort();
  if (low(0x100000001UL) != 1) abort();
  return 0;
}
