// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// options: -D_GLIBCXX_ASSERTIONS
// message: empty\(\).* does not hold
// libstdc++'s own checks find what is no fault of memory: a look at the end of an empty vector that has room.
#include <vector>

int main() {
    std::vector<int> v{1};
    v.pop_back();
    return v.back();
}
