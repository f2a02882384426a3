// SPDX-License-Identifier: Apache-2.0
// For the models that are written in C++: the parts of libstdc++ that its headers declare and its
// shared library defines. They are compiled without C++ headers, so each file declares the classes
// that it needs, with the layout and the names that the headers give them; mangling and calling
// conventions are then the compiler's work.
#ifndef HEDDLE_CXX_RT_H
#define HEDDLE_CXX_RT_H

extern "C" {
#include "rt.h"
}

// cxx_wait.cc
extern "C" void *__rt_cxx_enlist(const void *word);
extern "C" void __rt_cxx_sleep(void *ticket);
extern "C" void __rt_cxx_wake(const void *word, int is_all);

[[noreturn]] static inline void cxx_exception(const char *what) { __heddle_unsupported(what); }

#endif
