// SPDX-License-Identifier: Apache-2.0
// std::cout, std::cerr and std::clog. The objects have the layout of libstdc++'s, since its headers set widths and flags in
// them; each operator << is one step. Other streams, and input, are not modelled.
#include "cxx_rt.h"

#include <stdio.h>

inline void *operator new(size_t, void *place) noexcept { return place; }

namespace std {

typedef ptrdiff_t streamsize;
template <typename Char> struct char_traits;
template <typename T> class allocator;

// ---- layouts ------------------------------------------------------------------------------------

enum Flags {
    BOOLALPHA = 1, FIXED = 4, HEX = 8, INTERNAL = 16, LEFT = 32, OCT = 64, SCIENTIFIC = 256, SHOWBASE = 512,
    SHOWPOINT = 1024, SHOWPOS = 2048, UPPERCASE = 16384, DEC = 2, SKIPWS = 4096
};

class ios_base {
public:
    virtual ~ios_base();
    streamsize precision = 6, width = 0;
    int flags = DEC | SKIPWS, exceptions = 0, state = 0;
    void *callbacks = nullptr;
    struct Word {
        void *pointer;
        long number;
    } zero = {}, local[8] = {};
    int n_words = 8;
    Word *words = local;
    void *locale = nullptr;

    class Init {
    public:
        Init();
        ~Init();
    };
};
ios_base::~ios_base() {}

template <typename Char, typename Traits> class basic_ostream;

// The part of std::ctype<char> that headers look at by themselves: each character stays what it is.
struct Ctype {
    const void *table;
    int references;
    void *locale;
    bool is_owner;
    const int *upper, *lower;
    const unsigned short *masks;
    char is_widen_ok, widen[256], narrow[256], is_narrow_ok;
    constexpr Ctype()
        : table(nullptr), references(1), locale(nullptr), is_owner(false), upper(nullptr), lower(nullptr), masks(nullptr),
          is_widen_ok(1), widen(), narrow(), is_narrow_ok(1) {
        for (int i = 0; i < 256; i++)
            widen[i] = narrow[i] = (char)i;
    }
};
static constexpr Ctype characters_as_they_are;

// Never called: is_widen_ok says that it is done.
template <typename Char> class ctype;
template <> class ctype<char> {
    void _M_widen_init() const;
};
MODEL void ctype<char>::_M_widen_init() const {}

template <typename Char, typename Traits> class basic_ios : public ios_base {
public:
    ~basic_ios() override {}
    basic_ostream<Char, Traits> *tie = nullptr;
    Char fill = ' ';
    bool is_fill_set = true;
    void *buffer = nullptr;
    const Ctype *characters = &characters_as_they_are;
    const void *number_put = nullptr, *number_get = nullptr;
};

template <typename Char, typename Traits> class basic_ostream : virtual public basic_ios<Char, Traits> {
public:
    ~basic_ostream() override {}
    typedef basic_ios<Char, Traits> Ios;
    basic_ostream &operator<<(basic_ostream &(*manipulate)(basic_ostream &)) { return manipulate(*this); }
    basic_ostream &operator<<(Ios &(*manipulate)(Ios &)) { return manipulate(*this), *this; }
    basic_ostream &operator<<(ios_base &(*manipulate)(ios_base &)) { return manipulate(*this), *this; }
    basic_ostream &operator<<(long n) { return _M_insert(n); }
    basic_ostream &operator<<(unsigned long n) { return _M_insert(n); }
    basic_ostream &operator<<(bool b) { return _M_insert(b); }
    basic_ostream &operator<<(short n);
    basic_ostream &operator<<(unsigned short n) { return _M_insert((unsigned long)n); }
    basic_ostream &operator<<(int n);
    basic_ostream &operator<<(unsigned n) { return _M_insert((unsigned long)n); }
    basic_ostream &operator<<(long long n) { return _M_insert(n); }
    basic_ostream &operator<<(unsigned long long n) { return _M_insert(n); }
    basic_ostream &operator<<(double x) { return _M_insert(x); }
    basic_ostream &operator<<(float x) { return _M_insert((double)x); }
    basic_ostream &operator<<(long double x) { return _M_insert(x); }
    basic_ostream &operator<<(const void *p) { return _M_insert(p); }
    basic_ostream &operator<<(decltype(nullptr));
    basic_ostream &put(Char c);
    basic_ostream &write(const Char *text, streamsize size);
    basic_ostream &flush() { return *this; }
    template <typename T> basic_ostream &_M_insert(T value);
};
typedef basic_ostream<char, char_traits<char>> ostream;

namespace __cxx11 {
template <typename Char, typename Traits, typename Allocator> class basic_string {
public:
    const Char *text;
    size_t size;
};
}

alignas(ostream) char cout_room[sizeof(ostream)] __asm__("_ZSt4cout");
alignas(ostream) char cerr_room[sizeof(ostream)] __asm__("_ZSt4cerr");
alignas(ostream) char clog_room[sizeof(ostream)] __asm__("_ZSt4clog");

// Each source with <iostream> has an Init, made before its other variables.
ios_base::Init::Init() {
    __heddle_mask();
    if (*(void **)cout_room)
        return;
    new (cout_room) ostream;
    new (cerr_room) ostream;
    new (clog_room) ostream;
}
ios_base::Init::~Init() {}

// ---- output -------------------------------------------------------------------------------------
// The callers are masked.

static void show(ostream &out, const char *text, size_t size) {
    if (out.state == 0)
        __heddle_output(&out == (ostream *)cout_room ? 1 : 2, text, size);
}

static void fill(ostream &out, streamsize n) {
    for (; n > 0; n--)
        show(out, &out.fill, 1);
}

// The first `head` characters, a sign or the mark of a base, go before an inner filling.
static void padded(ostream &out, const char *text, size_t size, size_t head) {
    streamsize room = out.width - (streamsize)size;
    out.width = 0;
    bool is_left = out.flags & LEFT;
    if (!(out.flags & INTERNAL))
        head = is_left ? size : 0;
    show(out, text, head);
    fill(out, room);
    show(out, text + head, size - head);
}

static size_t head_of(const char *text) {
    if (text[0] == '-' || text[0] == '+')
        return 1;
    return text[0] == '0' && (text[1] == 'x' || text[1] == 'X') ? 2 : 0;
}

// A printf conversion as the flags say: % + # [.*] length letter.
struct Format {
    char text[16];
    Format(int flags, int wanted, const char *length, char letter) {
        int n = 0;
        text[n++] = '%';
        if (flags & wanted & SHOWPOS)
            text[n++] = '+';
        if (flags & wanted & (SHOWBASE | SHOWPOINT))
            text[n++] = '#';
        while (*length)
            text[n++] = *length++;
        bool is_upper = (flags & UPPERCASE) && letter != 'o' && letter != 'd' && letter != 'u';
        text[n++] = is_upper ? (char)rt_upper(letter) : letter;
        text[n] = '\0';
    }
};

// Where an address lies has no number here, and nobody reads it; its text is the same for all.
static bool is_inserted_as_address(ostream &out, long long n) {
    if (!__heddle_is_address(n))
        return false;
    padded(out, "PTR", 3, 0);
    return true;
}

static void insert_unsigned(ostream &out, unsigned long long n) {
    if (is_inserted_as_address(out, (long long)n))
        return;
    char text[32];
    bool is_decimal = !(out.flags & (HEX | OCT));
    char letter = out.flags & HEX ? 'x' : out.flags & OCT ? 'o' : 'u';
    Format f(out.flags, is_decimal ? 0 : SHOWBASE, "ll", letter);
    int size = snprintf(text, sizeof text, f.text, n);
    padded(out, text, (size_t)size, head_of(text));
}

static void insert_signed(ostream &out, long long n) {
    if (is_inserted_as_address(out, n))
        return;
    char text[32];
    Format f(out.flags, SHOWPOS, "ll", 'd');
    int size = snprintf(text, sizeof text, f.text, n);
    padded(out, text, (size_t)size, head_of(text));
}

static void insert_float(ostream &out, long double x) {
    char text[400];
    int kind = out.flags & (FIXED | SCIENTIFIC);
    char letter = kind == FIXED ? 'f' : kind == SCIENTIFIC ? 'e' : kind ? 'a' : 'g';
    Format f(out.flags, SHOWPOS | SHOWPOINT, letter == 'a' ? "L" : ".*L", letter);
    int size = letter == 'a' ? snprintf(text, sizeof text, f.text, x)
                             : snprintf(text, sizeof text, f.text, (int)out.precision, x);
    if (size >= (int)sizeof text)
        __heddle_unsupported("a floating point number of more than 400 characters for std::ostream");
    padded(out, text, (size_t)size, head_of(text));
}

static size_t length_of(ostream &out, const char *text) {
    if (!text)
        out.state |= 1;                 // badbit, as in libstdc++
    return text ? rt_length(text) : 0;
}

static void insert(ostream &out, unsigned long long n) { insert_unsigned(out, n); }
static void insert(ostream &out, unsigned long n) { insert_unsigned(out, n); }

static void insert(ostream &out, long long n) {
    if (out.flags & (HEX | OCT))
        insert_unsigned(out, (unsigned long long)n);
    else
        insert_signed(out, n);
}

static void insert(ostream &out, long n) {
    if (out.flags & (HEX | OCT))
        insert_unsigned(out, (unsigned long)n);
    else
        insert_signed(out, n);
}

static void insert(ostream &out, double x) { insert_float(out, x); }
static void insert(ostream &out, long double x) { insert_float(out, x); }

static void insert(ostream &out, bool b) {
    if (out.flags & BOOLALPHA)
        padded(out, b ? "true" : "false", b ? 4 : 5, 0);
    else
        insert(out, (long)b);
}

static void insert(ostream &out, const void *p) {
    char text[32];
    bool is_nowhere = p && __heddle_is_address((long long)(uintptr_t)p);
    int size = snprintf(text, sizeof text, !p ? "0" : is_nowhere ? "0xPTR" : "%p", p);
    padded(out, text, (size_t)size, head_of(text));
}

template <typename Char, typename Traits>
template <typename T>
basic_ostream<Char, Traits> &basic_ostream<Char, Traits>::_M_insert(T value) {
    __heddle_mask();
    insert(*this, value);
    return *this;
}

#define SMALL(type)                                                                                \
    template <typename Char, typename Traits>                                                      \
    basic_ostream<Char, Traits> &basic_ostream<Char, Traits>::operator<<(type n) {                 \
        __heddle_mask();                                                                           \
        if (this->flags & (HEX | OCT))                                                             \
            insert(*this, (unsigned long)(unsigned type)n);                                        \
        else                                                                                       \
            insert(*this, (long)n);                                                                \
        return *this;                                                                              \
    }
SMALL(short)
SMALL(int)

template <typename Char, typename Traits>
basic_ostream<Char, Traits> &basic_ostream<Char, Traits>::operator<<(decltype(nullptr)) {
    __heddle_mask();
    padded(*this, "nullptr", 7, 0);
    return *this;
}

template <typename Char, typename Traits> basic_ostream<Char, Traits> &basic_ostream<Char, Traits>::put(Char c) {
    __heddle_mask();
    show(*this, &c, 1);
    return *this;
}

template <typename Char, typename Traits>
basic_ostream<Char, Traits> &basic_ostream<Char, Traits>::write(const Char *text, streamsize size) {
    __heddle_mask();
    show(*this, text, (size_t)size);
    return *this;
}

// ---- operators that are no members --------------------------------------------------------------

template <typename Char, typename Traits>
basic_ostream<Char, Traits> &__ostream_insert(basic_ostream<Char, Traits> &out, const Char *text, streamsize size) {
    __heddle_mask();
    padded(out, text, (size_t)size, 0);
    return out;
}

#define CHARACTERS(type)                                                                           \
    template <typename Traits> basic_ostream<char, Traits> &operator<<(basic_ostream<char, Traits> &out, type c) {     \
        __heddle_mask();                                                                           \
        padded(out, (const char *)&c, 1, 0);                                                       \
        return out;                                                                                \
    }                                                                                              \
    template <typename Traits> basic_ostream<char, Traits> &operator<<(basic_ostream<char, Traits> &out, const type *text) { \
        __heddle_mask();                                                                           \
        padded(out, (const char *)text, length_of(out, (const char *)text), 0);                    \
        return out;                                                                                \
    }                                                                                              \
    template ostream &operator<<(ostream &, type);                                                 \
    template ostream &operator<<(ostream &, const type *);
CHARACTERS(char)
CHARACTERS(signed char)
CHARACTERS(unsigned char)

template <typename Char, typename Traits, typename Allocator>
basic_ostream<Char, Traits> &operator<<(basic_ostream<Char, Traits> &out,
                                        const __cxx11::basic_string<Char, Traits, Allocator> &s) {
    __heddle_mask();
    padded(out, s.text, s.size, 0);
    return out;
}

#define MANIPULATOR(name, text)                                                                    \
    template <typename Char, typename Traits> basic_ostream<Char, Traits> &name(basic_ostream<Char, Traits> &out) {    \
        return out.write(text, sizeof text - 1);                                                   \
    }                                                                                              \
    template ostream &name(ostream &);
MANIPULATOR(endl, "\n")
MANIPULATOR(ends, "\0")
MANIPULATOR(flush, "")

// Of <iomanip>.
#define SETTER(name, type, action)                                                                 \
    struct name {                                                                                  \
        type value;                                                                                \
    };                                                                                             \
    template <typename Char, typename Traits>                                                      \
    basic_ostream<Char, Traits> &operator<<(basic_ostream<Char, Traits> &out, name set) {          \
        __heddle_mask();                                                                           \
        action;                                                                                    \
        return out;                                                                                \
    }                                                                                              \
    template ostream &operator<<(ostream &, name);
SETTER(_Setw, int, out.width = set.value)
SETTER(_Setprecision, int, out.precision = set.value)
SETTER(_Setbase, int,
       out.flags = (out.flags & ~(HEX | OCT | DEC)) | (set.value == 16 ? HEX : set.value == 8 ? OCT : set.value == 10 ? DEC : 0))

template <typename Char> struct _Setfill {
    Char value;
};
template <typename Char, typename Traits>
basic_ostream<Char, Traits> &operator<<(basic_ostream<Char, Traits> &out, _Setfill<Char> set) {
    __heddle_mask();
    out.fill = set.value;
    return out;
}

template ostream &operator<<(ostream &, _Setfill<char>);
template ostream &operator<<(ostream &, const __cxx11::basic_string<char, char_traits<char>, allocator<char>> &);
template ostream &__ostream_insert(ostream &, const char *, streamsize);
template class basic_ostream<char, char_traits<char>>;
template ostream &ostream::_M_insert(long);
template ostream &ostream::_M_insert(unsigned long);
template ostream &ostream::_M_insert(long long);
template ostream &ostream::_M_insert(unsigned long long);
template ostream &ostream::_M_insert(bool);
template ostream &ostream::_M_insert(double);
template ostream &ostream::_M_insert(long double);
template ostream &ostream::_M_insert(const void *);

} // namespace std
