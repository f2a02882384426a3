// SPDX-License-Identifier: Apache-2.0
// expect: unknown "(a negative length? as a long it is -3) is more"
// levels: -O0
int main(int argc, char **argv) {
    long n = -3L * argc;
    double a[n];
    a[0] = argv[0][0];
    return a[0] == 1;
}
