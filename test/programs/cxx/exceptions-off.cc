// SPDX-License-Identifier: Apache-2.0
// expect: error "-fexceptions"
// Without -fexceptions the program cannot be compiled, and heddle says what to do.
int main(int argc, char **) {
    if (argc > 9)
        throw argc;
    return 0;
}
