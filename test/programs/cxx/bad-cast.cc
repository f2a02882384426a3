// SPDX-License-Identifier: Apache-2.0
// expect: unknown "C++ exception: std::bad_cast"
// A dynamic_cast to a reference has no null to give.
struct A { virtual ~A() {} };
struct B : A { int n = 1; };

int main() {
    A a;
    return dynamic_cast<B &>(a).n;
}
