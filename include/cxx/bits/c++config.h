// SPDX-License-Identifier: Apache-2.0
// Found before libstdc++'s file of this name, as the others of this directory. Checked programs
// have no libstdc++.so to take std::string's functions from: they are made from the headers in each
// source that uses them.
#if !__has_include_next(<bits/c++config.h>)
#error "libstdc++'s headers for this size are missing: install g++, or g++-multilib for -m32"
#endif
#include_next <bits/c++config.h>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE -1
