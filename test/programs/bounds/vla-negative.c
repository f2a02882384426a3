// SPDX-License-Identifier: Apache-2.0
// expect: unknown "4294967295 times 1 bytes (a negative length? as an int it is -1) is more"
// levels: -O0
int main(int argc, char **argv) {
    int n = -argc;
    char a[n];
    a[0] = argv[0][0];
    return a[0] == 1;
}
