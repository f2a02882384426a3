// SPDX-License-Identifier: Apache-2.0
// expect: violated unreachable line 10
// levels: -O0
// __builtin_unreachable is reached.
static int f(int x) {
    switch (x) {
    case 0: return 1;
    case 1: return 2;
    }
    __builtin_unreachable();
}

int main(void) { return f(0) + f(1) + f(2); }
