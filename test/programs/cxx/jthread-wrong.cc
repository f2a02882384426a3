// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 13
// options: -std=c++20
// The thread is joined only when its object ends.
#include <cassert>
#include <thread>

static int n;

int main() {
    std::jthread t([] { n = 1; });

    assert(n == 1);
    return 0;
}
