// SPDX-License-Identifier: Apache-2.0
// expect: unknown "C++ exception: std::out_of_range"
// at() throws.
#include <vector>

int main() {
    std::vector<int> v(3);
    return v.at(3);
}
