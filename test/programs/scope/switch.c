// SPDX-License-Identifier: Apache-2.0
// expect: violated use-after-return line 21
// levels: -O0
// message: whose scope has ended
// A variable that is declared in a switch before its first case, where no run passes, ends with the switch.
int main(void) {
    int *p = 0;
    for (int k = 0; k < 2; k++) {
        switch (k) {
            int y;
        case 0: {
            y = 1;
            p = &y;
            break;
        }
        case 1:
            y = 2;
            break;
        }
    }
    return *p - 1;
}
