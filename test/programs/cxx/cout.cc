// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 27
// message: \| x1 string 1.5 true
// message: \| ff 0xff    42\|ab  \|\*\*c
// message: \| 3.14 1.23e\+04 \(1, 2\)
// Output with std::cout: the forms of <<, of users too, and the manipulators.
#include <cassert>
#include <iomanip>
#include <iostream>
#include <string>

struct Point {
    int x, y;
};
static std::ostream &operator<<(std::ostream &out, const Point &p) {
    return out << '(' << p.x << ", " << p.y << ')';
}

int main() {
    std::string s = "string";
    std::cout << "x" << 1 << ' ' << s << ' ' << 1.5 << ' ' << std::boolalpha << true << std::endl;
    std::cout << std::hex << 255 << ' ' << std::showbase << 255L << std::dec << std::setw(6) << 42 << '|' << std::left
              << std::setw(4) << "ab" << '|' << std::setfill('*') << std::right << std::setw(3) << 'c' << '\n';
    std::cout << std::fixed << std::setprecision(2) << 3.14159 << ' ' << std::scientific << 12345.678 << ' '
              << Point{1, 2} << std::flush;
    std::cerr << "nothing else\n";
    assert(!std::cout);
    return 0;
}
