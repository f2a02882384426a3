// SPDX-License-Identifier: Apache-2.0
// Products and quotients of complex numbers, beside what programs that gcc compiles give: numbers, infinities, no numbers, and what is
// too large or too small on the way.
// expect: holds
// no-message: warning
#include <assert.h>
#include <math.h>

static const volatile double rows[][4][2] = {
    {{1, 2}, {3, 4}, {-5, 10}, {0x1.c28f5c28f5c29p-2, 0x1.47ae147ae147bp-4}},
    {{0x1.999999999999ap-4, 0x1.999999999999ap-3}, {0x1.3333333333333p-2, 0x1.6666666666666p-1}, {-0x1.c28f5c28f5c28p-4, 0x1.0a3d70a3d70a4p-3}, {0x1.2c234f72c235p-2, -0x1.1a7b9611a7b93p-6}},
    {{1, -2}, {-0.0, 0}, {0, 0}, {-INFINITY, INFINITY}},
    {{3, 4}, {0, 0}, {0, 0}, {INFINITY, INFINITY}},
    {{0, 0}, {0, 0}, {0, 0}, {NAN, NAN}},
    {{INFINITY, 1}, {2, 3}, {INFINITY, INFINITY}, {INFINITY, -INFINITY}},
    {{INFINITY, NAN}, {1, 1}, {INFINITY, INFINITY}, {INFINITY, -INFINITY}},
    {{NAN, INFINITY}, {-1, 0}, {NAN, -INFINITY}, {NAN, -INFINITY}},
    {{1, 1}, {INFINITY, -INFINITY}, {INFINITY, NAN}, {0, 0}},
    {{1, 2}, {-INFINITY, NAN}, {-INFINITY, -INFINITY}, {-0.0, -0.0}},
    {{NAN, NAN}, {1, 1}, {NAN, NAN}, {NAN, NAN}},
    {{NAN, 1}, {2, 0}, {NAN, NAN}, {NAN, NAN}},
    {{INFINITY, INFINITY}, {INFINITY, 1}, {NAN, INFINITY}, {NAN, NAN}},
    {{0x1p+1023, 0x1p+1023}, {0x1p+1023, 0x1p+1023}, {NAN, INFINITY}, {1, 0}},
    {{0x1.7e43c8800759cp+996, 0x1.7e43c8800759cp+996}, {NAN, 0x1.7e43c8800759cp+996}, {-INFINITY, INFINITY}, {NAN, NAN}},
    {{0x0.00004p-1022, 0x0.01p-1022}, {0x0.00004p-1022, 0x0.0000001p-1022}, {0, 0}, {0x1.ffffe00002p+0, 0x1.ffffc00004p+9}},
    {{1, 1}, {0x0.0000000004p-1022, 1}, {-1, 1}, {1, -1}},
    {{1, 1}, {1, 0x0.0000000004p-1022}, {1, 1}, {1, 1}},
    {{-1, 0x1p-1}, {0x1.79ca10c924223p-67, 0x1.622d6fbc91e01p-62}, {-0x1.79ca10c924223p-63, -0x1.5c4647796d4f8p-62}, {0x1.5904f508ba037p+60, 0x1.77d31d32a60cep+61}},
    {{0x1.1ccf385ebc8ap+1023, 0x1.1ccf385ebc8ap+1023}, {0x1.ab36d48e1acfp+1023, 0x1.1ccf385ebc8ap+1023}, {NAN, INFINITY}, {0x1.89d89d89d89d8p-1, 0x1.3b13b13b13b15p-3}},
    {{0x1.b333333333333p+0, -0x1.7333333333333p+1}, {0x1.f4p+9, 0x1.0624dd2f1a9fcp-10}, {0x1.a9002f837b4a2p+10, -0x1.6a7ff212d7732p+11}, {0x1.bda4dfca88d12p-10, -0x1.7c1be8eb6f17dp-9}},
};

static double _Complex complex_of(const volatile double parts[2]) {
    double _Complex z;
    __real__ z = parts[0];
    __imag__ z = parts[1];
    return z;
}

static int is_same(double x, double y) {
    return isnan(x) ? isnan(y) : x == y && !signbit(x) == !signbit(y);
}

static int is_equal(double _Complex z, const volatile double parts[2]) {
    return is_same(__real__ z, parts[0]) && is_same(__imag__ z, parts[1]);
}

int main(void) {
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        double _Complex u = complex_of(rows[i][0]), v = complex_of(rows[i][1]);
        assert(is_equal(u * v, rows[i][2]));
        assert(is_equal(u / v, rows[i][3]));
    }
    return 0;
}
