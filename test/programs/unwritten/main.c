// SPDX-License-Identifier: Apache-2.0
// expect: violated uninitialized
// options: --property uninitialized
// levels: -O0
// message: exit status
// main returns a value that was written on one way only.
int main(int argc, char **argv) {
    int status;
    (void)argv;
    if (argc > 5)
        status = 0;
    return status;
}
