// SPDX-License-Identifier: Apache-2.0
// expect: violated use-after-free
// push_back moves the elements; the iterator still points to where they were.
#include <vector>

int main() {
    std::vector<int> v{1};
    auto first = v.begin();
    v.push_back(2);
    return *first;
}
