// SPDX-License-Identifier: Apache-2.0
// expect: unknown "2000000000 times 8 bytes is more than the machine holds"
// levels: -O0
int main(int argc, char **argv) {
    int n = 2000000000 * argc;
    double a[n];
    a[0] = argv[0][0];
    return a[0] == 1;
}
