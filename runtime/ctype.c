// SPDX-License-Identifier: Apache-2.0
// <ctype.h> in the C locale: the functions, and the tables that glibc's macros look into.
#include "rt.h"

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
    (BIT(c, UPPER, _ISupper) | BIT(c, LOWER, _ISlower) | BIT(c, ALPHA, _ISalpha) | BIT(c, DIGIT, _ISdigit) |           \
     BIT(c, XDIGIT, _ISxdigit) | BIT(c, SPACE, _ISspace) | BIT(c, PRINT, _ISprint) | BIT(c, GRAPH, _ISgraph) |         \
     BIT(c, BLANK, _ISblank) | BIT(c, CNTRL, _IScntrl) | BIT(c, PUNCT, _ISpunct) | BIT(c, ALNUM, _ISalnum))
// Negative characters stand for the bytes 128 to 254; -1 is EOF and stays.
#define AS_BYTE(c) ((c) < -1 ? (c) + 256 : (c))
#define TO_LOWER(c) (UPPER(c) ? (c) + 32 : AS_BYTE(c))
#define TO_UPPER(c) (LOWER(c) ? (c) - 32 : AS_BYTE(c))

#define ROW4(f, c) f(c), f((c) + 1), f((c) + 2), f((c) + 3)
#define ROW16(f, c) ROW4(f, c), ROW4(f, (c) + 4), ROW4(f, (c) + 8), ROW4(f, (c) + 12)
#define ROW64(f, c) ROW16(f, c), ROW16(f, (c) + 16), ROW16(f, (c) + 32), ROW16(f, (c) + 48)
#define ROW384(f)                                                                                  \
    ROW64(f, -128), ROW64(f, -64), ROW64(f, 0), ROW64(f, 64), ROW64(f, 128), ROW64(f, 192)

static const unsigned short classes[384] = {ROW384(CLASS)};
static const __int32_t lower_case[384] = {ROW384(TO_LOWER)};
static const __int32_t upper_case[384] = {ROW384(TO_UPPER)};
static const unsigned short *const classes_at_0 = classes + 128;
static const __int32_t *const lower_case_at_0 = lower_case + 128;
static const __int32_t *const upper_case_at_0 = upper_case + 128;

MODEL const unsigned short **__ctype_b_loc(void) { return (const unsigned short **)&classes_at_0; }
MODEL const __int32_t **__ctype_tolower_loc(void) { return (const __int32_t **)&lower_case_at_0; }
MODEL const __int32_t **__ctype_toupper_loc(void) { return (const __int32_t **)&upper_case_at_0; }

MODEL int isupper(int c) { return UPPER(c); }
MODEL int islower(int c) { return LOWER(c); }
MODEL int isalpha(int c) { return ALPHA(c); }
MODEL int isdigit(int c) { return DIGIT(c); }
MODEL int isxdigit(int c) { return XDIGIT(c); }
MODEL int isspace(int c) { return SPACE(c); }
MODEL int isblank(int c) { return BLANK(c); }
MODEL int isprint(int c) { return PRINT(c); }
MODEL int isgraph(int c) { return GRAPH(c); }
MODEL int iscntrl(int c) { return CNTRL(c); }
MODEL int ispunct(int c) { return PUNCT(c); }
MODEL int isalnum(int c) { return ALNUM(c); }
MODEL int isascii(int c) { return IN(c, 0, 127); }
MODEL int toascii(int c) { return c & 127; }
MODEL int tolower(int c) { return rt_lower(c); }
MODEL int toupper(int c) { return rt_upper(c); }
