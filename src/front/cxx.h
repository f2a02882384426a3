// SPDX-License-Identifier: Apache-2.0
// What makes reports of C++ programs readable: names without mangling, and library code hidden.
#ifndef HEDDLE_FRONT_CXX_H
#define HEDDLE_FRONT_CXX_H

#include "front/front_int.h"

// demangle.c: "std::mutex::lock" for "_ZNSt5mutex4lockEv"; a name that is not mangled, or not understood, as it is.
const char *demangled_name(Arena *arena, const char *name);
// debug.c: shows, of library functions, what the optimiser has put into them from the user's code. When all is lowered.
void debug_finish(Front *f);

#endif
