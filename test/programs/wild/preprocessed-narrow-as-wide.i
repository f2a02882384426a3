// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 9
// options: -m64
// message: warning: .*:6: wchar_t is long: this was made for 32 bits, but -m64 is given
// The other way round.
typedef long int wchar_t;
extern void abort (void) __attribute__ ((__noreturn__));
int main() {
  if (sizeof(wchar_t) != 4) abort();
  return 0;
}
