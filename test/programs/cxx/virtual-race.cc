// SPDX-License-Identifier: Apache-2.0
// expect: violated use-after-free
// A virtual call to an object that another thread deletes.
#include <thread>

struct Base {
    virtual ~Base() {}
    virtual void run() {}
};
struct Derived : Base {
    int n = 0;
    void run() override { n++; }
};

int main() {
    Base *b = new Derived;
    std::thread t([b] { b->run(); });
    delete b;
    t.join();
    return 0;
}
