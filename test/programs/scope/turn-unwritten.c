// SPDX-License-Identifier: Apache-2.0
// expect: violated uninitialized line 12
// options: --property uninitialized
// levels: -O0
// A variable inside a loop does not keep its value from one turn to the next.
int main(void) {
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        int x;
        if (i == 0)
            x = 5;
        if (x == 5)
            sum++;
    }
    return sum - 3;
}
