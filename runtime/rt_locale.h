// SPDX-License-Identifier: Apache-2.0
// Locales, for the models that take one. There is only the C locale; objects of newlocale and
// duplocale are copies of it, so that using one that was freed is found.
#ifndef HEDDLE_RT_LOCALE_H
#define HEDDLE_RT_LOCALE_H

#include "rt.h"

#include <locale.h>

// The tables of ctype.c for the characters -128 to 255; [128] is that of character 0.
enum { RT_CTYPE_ZERO = 128, RT_CTYPE_SIZE = 384 };
extern const unsigned short __rt_ctype_classes[RT_CTYPE_SIZE];
extern const __int32_t __rt_ctype_lower[RT_CTYPE_SIZE];
extern const __int32_t __rt_ctype_upper[RT_CTYPE_SIZE];

// Touches the object, as glibc does: a null pointer and a freed locale are faults.
static inline void rt_locale_check(locale_t locale) {
    (void)*(const unsigned short *const volatile *)&locale->__ctype_b;
}

#endif
