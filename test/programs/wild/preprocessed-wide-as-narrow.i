// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 10
// options: -m32
// message: warning: .*:6: __quad_t is long: this was made for 64 bits, but -m32 is given
// Who asks for 32 bits gets them, and a warning.
typedef long int __quad_t;
extern void abort (void) __attribute__ ((__noreturn__));
int main() {
  __quad_t offset = 1;
  if (sizeof(offset) != 8) abort();
  return 0;
}
