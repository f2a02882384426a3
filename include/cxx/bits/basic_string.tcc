// SPDX-License-Identifier: Apache-2.0
// libstdc++ compares addresses as numbers to find out whether a text is part of the string that it is put into. The
// addresses of different objects have no order for heddle; whether two are equal it knows.
#include_next <bits/basic_string.tcc>
#ifndef HEDDLE_BASIC_STRING_TCC
#define HEDDLE_BASIC_STRING_TCC

namespace std {
#if _GLIBCXX_USE_CXX11_ABI
_GLIBCXX_BEGIN_NAMESPACE_CXX11

template <> inline bool basic_string<char>::_M_disjunct(const char *text) const _GLIBCXX_NOEXCEPT {
    for (size_type i = 0; i <= size(); i++)
        if (text == _M_data() + i)
            return false;
    return true;
}

_GLIBCXX_END_NAMESPACE_CXX11
#endif
} // namespace std

#endif
