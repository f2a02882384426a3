// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// message: pure virtual function called
// While the base is being made, the object is not yet of the derived class.
struct Base {
    Base() { call(); }
    void call() { name(); }
    virtual int name() = 0;
};
struct Derived : Base {
    int name() override { return 1; }
};

int main() {
    Derived d;
    return d.name() - 1;
}
