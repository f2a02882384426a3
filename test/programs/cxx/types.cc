// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0 -O2
// dynamic_cast down, across and to void, with virtual and private bases, and typeid.
#include <any>
#include <cassert>
#include <cstring>
#include <typeinfo>

struct A { virtual ~A() {} };
struct B : A {};
struct C : B {};
struct X { virtual ~X() {} };
struct Both : B, X { int n = 3; };
struct Hidden : private A, public X {
    A *a() { return this; }
};
struct Left : virtual A {};
struct Right : virtual A {};
struct Diamond : Left, Right, X {};
struct TwoA : B, Left {};

template <typename To, typename From> static To *cast(From *p) { return dynamic_cast<To *>(p); }

int main() {
    C c;
    A a;
    assert(cast<C>(static_cast<A *>(&c)) == &c && !cast<B>(&a));
    Both both;
    assert(cast<X>(static_cast<A *>(&both)) == &both && cast<B>(static_cast<X *>(&both)) == &both);
    assert(cast<Both>(static_cast<X *>(&both))->n == 3 && !cast<C>(static_cast<X *>(&both)));
    assert(dynamic_cast<void *>(static_cast<X *>(&both)) == &both);
    Hidden hidden;
    assert(!cast<A>(static_cast<X *>(&hidden)) && !cast<X>(hidden.a()));
    Diamond diamond;
    A *base = &diamond;
    assert(cast<Right>(static_cast<Left *>(&diamond)) == &diamond && cast<Diamond>(base) == &diamond);
    assert(cast<A>(static_cast<X *>(&diamond)) == base);
    TwoA two;
    assert(cast<TwoA>(static_cast<B *>(&two)) == &two && !cast<X>(static_cast<B *>(&two)));
    A *none = nullptr;
    assert(!cast<B>(none));

    A *p = &c;
    assert(typeid(*p) == typeid(C) && typeid(*p) != typeid(B) && typeid(int) != typeid(long));
    assert(std::strcmp(typeid(C).name(), "1C") == 0 && std::strcmp(typeid(int *).name(), "Pi") == 0);
    std::any any = 3;
    assert(any.type() == typeid(int) && std::any_cast<int>(any) == 3 && !std::any_cast<long>(&any));
    return 0;
}
