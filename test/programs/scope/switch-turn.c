// SPDX-License-Identifier: Apache-2.0
// expect: violated uninitialized line 15
// options: --property uninitialized
// levels: -O0
// Who enters a switch again has a new variable.
int main(void) {
    int sum = 0;
    for (int k = 0; k < 2; k++) {
        switch (k) {
            int y;
        case 0:
            y = 1;
            break;
        case 1:
            if (y == 1)
                sum++;
        }
    }
    return sum;
}
