// SPDX-License-Identifier: Apache-2.0
// expect: violated use-after-free line 8
// c_str() of a string that is gone.
#include <string>

int main() {
    const char *text = std::string("a text that does not fit inside the object").c_str();
    return text[0];
}
