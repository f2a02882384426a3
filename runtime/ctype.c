// SPDX-License-Identifier: Apache-2.0
// <ctype.h> in the C locale: the functions, and the tables that glibc's macros look into.
#include "rt.h"
#include "rt_locale.h"

#include <ctype.h>

#define IN(c, low, high) ((c) >= (low) && (c) <= (high))
#define UPPER(c) IN(c, 'A', 'Z')
#define LOWER(c) IN(c, 'a', 'z')
#define DIGIT(c) IN(c, '0', '9')
#define XDIGIT(c) (DIGIT(c) || IN(c, 'A', 'F') || IN(c, 'a', 'f'))
#define SPACE(c) ((c) == ' ' || IN(c, '\t', '\r'))
#define BLANK(c) ((c) == ' ' || (c) == '\t')
#define PRINT(c) IN(c, ' ', '~')
#define GRAPH(c) IN(c, '!', '~')
#define CNTRL(c) (IN(c, 0, 31) || (c) == 127)
#define ALPHA(c) (UPPER(c) || LOWER(c))
#define ALNUM(c) (ALPHA(c) || DIGIT(c))
#define PUNCT(c) (GRAPH(c) && !ALNUM(c))

#define BIT(c, name, bit) (name(c) ? (unsigned short)(bit) : 0)
#define CLASS(c)                                                                                   \
    (BIT(c, UPPER, _ISupper) | BIT(c, LOWER, _ISlower) | BIT(c, ALPHA, _ISalpha) |                 \
     BIT(c, DIGIT, _ISdigit) | BIT(c, XDIGIT, _ISxdigit) | BIT(c, SPACE, _ISspace) |               \
     BIT(c, PRINT, _ISprint) | BIT(c, GRAPH, _ISgraph) | BIT(c, BLANK, _ISblank) |                 \
     BIT(c, CNTRL, _IScntrl) | BIT(c, PUNCT, _ISpunct) | BIT(c, ALNUM, _ISalnum))
// Negative characters stand for the bytes 128 to 254; -1 is EOF and stays.
#define AS_BYTE(c) ((c) < -1 ? (c) + 256 : (c))
#define TO_LOWER(c) (UPPER(c) ? (c) + 32 : AS_BYTE(c))
#define TO_UPPER(c) (LOWER(c) ? (c) - 32 : AS_BYTE(c))

#define ROW4(f, c) f(c), f((c) + 1), f((c) + 2), f((c) + 3)
#define ROW16(f, c) ROW4(f, c), ROW4(f, (c) + 4), ROW4(f, (c) + 8), ROW4(f, (c) + 12)
#define ROW64(f, c) ROW16(f, c), ROW16(f, (c) + 16), ROW16(f, (c) + 32), ROW16(f, (c) + 48)
#define ROW384(f)                                                                                  \
    ROW64(f, -128), ROW64(f, -64), ROW64(f, 0), ROW64(f, 64), ROW64(f, 128), ROW64(f, 192)

const unsigned short __rt_ctype_classes[RT_CTYPE_SIZE] = {ROW384(CLASS)};
const __int32_t __rt_ctype_lower[RT_CTYPE_SIZE] = {ROW384(TO_LOWER)};
const __int32_t __rt_ctype_upper[RT_CTYPE_SIZE] = {ROW384(TO_UPPER)};
static const unsigned short *const classes = __rt_ctype_classes + RT_CTYPE_ZERO;
static const __int32_t *const lower = __rt_ctype_lower + RT_CTYPE_ZERO;
static const __int32_t *const upper = __rt_ctype_upper + RT_CTYPE_ZERO;

MODEL const unsigned short **__ctype_b_loc(void) { return (const unsigned short **)&classes; }
MODEL const __int32_t **__ctype_tolower_loc(void) { return (const __int32_t **)&lower; }
MODEL const __int32_t **__ctype_toupper_loc(void) { return (const __int32_t **)&upper; }

// The functions look into the tables as the macros do: a value that is no character is outside of
// them, a fault.
#define CLASSIFY(name, bit)                                                                        \
    MODEL int name(int c) { return classes[c] & (unsigned short)(bit); }                           \
    MODEL int name##_l(int c, locale_t locale) {                                                   \
        return locale->__ctype_b[c] & (unsigned short)(bit);                                       \
    }

CLASSIFY(isupper, _ISupper)
CLASSIFY(islower, _ISlower)
CLASSIFY(isalpha, _ISalpha)
CLASSIFY(isdigit, _ISdigit)
CLASSIFY(isxdigit, _ISxdigit)
CLASSIFY(isspace, _ISspace)
CLASSIFY(isblank, _ISblank)
CLASSIFY(isprint, _ISprint)
CLASSIFY(isgraph, _ISgraph)
CLASSIFY(iscntrl, _IScntrl)
CLASSIFY(ispunct, _ISpunct)
CLASSIFY(isalnum, _ISalnum)

#undef isctype
MODEL int isctype(int c, int mask) { return classes[c] & mask; }
MODEL int isascii(int c) { return IN(c, 0, 127); }
MODEL int toascii(int c) { return c & 127; }

// These leave a value that is no character as it is.
static int convert(int c, const __int32_t *table) { return IN(c, -128, 255) ? table[c] : c; }

#undef tolower_l
#undef toupper_l
#undef __tolower_l
#undef __toupper_l
MODEL int tolower(int c) { return convert(c, lower); }
MODEL int toupper(int c) { return convert(c, upper); }
MODEL int tolower_l(int c, locale_t locale) { return convert(c, locale->__ctype_tolower); }
MODEL int toupper_l(int c, locale_t locale) { return convert(c, locale->__ctype_toupper); }
MODEL int __tolower_l(int c, locale_t locale) { return convert(c, locale->__ctype_tolower); }
MODEL int __toupper_l(int c, locale_t locale) { return convert(c, locale->__ctype_toupper); }

// For letters of the other case only; glibc looks into the table without more ado.
#undef _tolower
#undef _toupper
MODEL int _tolower(int c) { return lower[c]; }
MODEL int _toupper(int c) { return upper[c]; }
