// SPDX-License-Identifier: Apache-2.0
// expect: unknown "C++ exception: thrown by the program"
// options: -fexceptions
// A run that throws ends in unknown.
int main(int argc, char **) {
    try {
        if (argc == 1)
            throw argc;
    } catch (int) {
        return 1;
    }
    return 0;
}
