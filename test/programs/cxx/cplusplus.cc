// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 25
// levels: -O0 -O2
// C++ through clang++: classes, new and delete, virtual functions, templates from headers only.
#include <cassert>

struct Shape {
    virtual int area() const = 0;
    virtual ~Shape() {}
};
struct Square : Shape {
    int side;
    explicit Square(int s) : side(s) {}
    int area() const override { return side * side; }
};
template <typename T> static T larger(T a, T b) { return a > b ? a : b; }

int main() {
    Shape *s = new Square(3);
    int a = s->area();
    delete s;
    int *numbers = new int[4]{1, 2, 3, 4};
    assert(larger(numbers[3], a) == 9);
    delete[] numbers;
    assert(larger(2.5, 1.5) == 1.5);
    return 0;
}
