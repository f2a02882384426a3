// SPDX-License-Identifier: Apache-2.0
// In place of libstdc++'s file: std::ostream has no bodies here, they are models (runtime/cxx_ostream.cc). With the real
// ones each << would be hundreds of steps over memory that all threads share.
#ifndef _OSTREAM_TCC
#define _OSTREAM_TCC 1

#pragma GCC system_header

namespace std {

extern template class basic_ostream<char>;
extern template ostream &endl(ostream &);
extern template ostream &ends(ostream &);
extern template ostream &flush(ostream &);
extern template ostream &operator<<(ostream &, char);
extern template ostream &operator<<(ostream &, unsigned char);
extern template ostream &operator<<(ostream &, signed char);
extern template ostream &operator<<(ostream &, const char *);
extern template ostream &operator<<(ostream &, const unsigned char *);
extern template ostream &operator<<(ostream &, const signed char *);

} // namespace std

#endif
