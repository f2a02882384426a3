// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --property leak
// The forms of new and delete, and a class with its own.
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <new>

static int used;

struct Own {
    static void *operator new(std::size_t) { return &storage[used++]; }
    static void operator delete(void *) { used--; }
    int n = 2;
    static int storage[2];
};
int Own::storage[2];

struct alignas(64) Wide {
    char c[64];
};

struct Object {
    ~Object() { used++; }
};

int main() {
    int *p = new int(3), *q = new (std::nothrow) int[2]{1, 2};
    assert(*p == 3 && q[1] == 2);
    delete p;
    delete[] q;
    Own *own = new Own;
    assert(used == 1 && own->n == 2);
    delete own;
    Wide *wide = new Wide;
    assert(reinterpret_cast<std::uintptr_t>(wide) % 64 == 0);
    delete wide;
    Object *objects = new Object[3];
    delete[] objects;
    assert(used == 3);
    alignas(Object) char room[sizeof(Object)];
    (new (room) Object)->~Object();
    assert(used == 4);
    assert(!new (std::nothrow) char[std::size_t(1) << 31]);
    delete static_cast<int *>(nullptr);
    return 0;
}
