// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: -fexceptions
// Code that handles exceptions is checked as long as no run throws one.
#include <cassert>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

struct TooLarge : std::runtime_error {
    explicit TooLarge(int n) : std::runtime_error(std::to_string(n)) {}
};

static int checked(int n) {
    std::string text = "a text that has to be destroyed on the way out";
    if (n > 9)
        throw TooLarge(n);
    return n + (int)text.size();
}

int main() {
    std::vector<int> v{1, 2};
    try {
        assert(checked(v.at(1)) == 48);
    } catch (const TooLarge &e) {
        assert(false);
    } catch (const std::exception &e) {
        return e.what()[0];
    } catch (...) {
        throw;
    }
    return 0;
}
