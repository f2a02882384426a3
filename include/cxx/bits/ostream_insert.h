// SPDX-License-Identifier: Apache-2.0
// In place of libstdc++'s file, see ostream.tcc.
#ifndef _OSTREAM_INSERT_H
#define _OSTREAM_INSERT_H 1

#pragma GCC system_header

#include <iosfwd>

namespace std {

template <typename Char, typename Traits>
basic_ostream<Char, Traits> &__ostream_insert(basic_ostream<Char, Traits> &out, const Char *text,
                                              streamsize size);

} // namespace std

#endif
