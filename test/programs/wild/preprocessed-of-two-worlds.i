// SPDX-License-Identifier: Apache-2.0
// expect: holds
// message: warning: .*:6: size_t is unsigned int, as for 32 bits, but .*:7: __int64_t is long, as for 64 bits; checked for 64 bits
// Typedefs that do not fit together, such as somebody has joined from two files, decide nothing.
extern void abort (void) __attribute__ ((__noreturn__));
typedef unsigned int size_t;
typedef signed long int __int64_t;
int main() {
  if (sizeof(long) != 8) abort();
  return 0;
}
