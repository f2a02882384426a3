// SPDX-License-Identifier: Apache-2.0
// expect: violated null-dereference line 9
// levels: -O0
// options: --malloc-may-fail
// new (std::nothrow) may give null.
#include <new>

int main() {
    int *p = new (std::nothrow) int; *p = 1;
    delete p;
    return 0;
}
