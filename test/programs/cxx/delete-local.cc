// SPDX-License-Identifier: Apache-2.0
// expect: violated invalid-free line 6
// delete of what new has not made.
int main() {
    int local = 1, *p = &local;
    delete p;
    return 0;
}
