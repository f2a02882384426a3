// SPDX-License-Identifier: Apache-2.0
// Conformance tests: math.h, long double
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>

// Keeps the compiler from computing the results itself.
static long double at(volatile long double x) { return x; }

// The last bits are the host's own.
static int near(long double x, long double want) { return fabsl(x - want) <= 1e-18L * fabsl(want); }

// checks: acosl(0.5) is 1.0471976; NaN and EDOM outside its domain
void pass_acosl(void) {
    assert(near(acosl(at(0.5)), 1.04719755119659774613L));
    errno = 0;
    assert(isnan(acosl(at(2))) && errno == EDOM);
}

// violates: assertion: the result is not below 0
void fail_acosl(void) { assert(acosl(at(0.5)) <= 0); }

// checks: acoshl(1.5) is 0.96242365; NaN and EDOM outside its domain
void pass_acoshl(void) {
    assert(near(acoshl(at(1.5)), 0.962423650119206895053L));
    errno = 0;
    assert(isnan(acoshl(at(0.5))) && errno == EDOM);
}

// violates: assertion: the result is not below 0
void fail_acoshl(void) { assert(acoshl(at(1.5)) <= 0); }

// checks: asinl(0.5) is 0.52359878; NaN and EDOM outside its domain
void pass_asinl(void) {
    assert(near(asinl(at(0.5)), 0.523598775598298873067L));
    errno = 0;
    assert(isnan(asinl(at(-2))) && errno == EDOM);
}

// violates: assertion: the result is not below 0
void fail_asinl(void) { assert(asinl(at(0.5)) <= 0); }

// checks: asinhl(0.5) is 0.48121183
void pass_asinhl(void) { assert(near(asinhl(at(0.5)), 0.481211825059603447499L)); }

// violates: assertion: the result is not below 0
void fail_asinhl(void) { assert(asinhl(at(0.5)) <= 0); }

// checks: atanl(0.5) is 0.46364761
void pass_atanl(void) { assert(near(atanl(at(0.5)), 0.463647609000806116202L)); }

// violates: assertion: the result is not below 0
void fail_atanl(void) { assert(atanl(at(0.5)) <= 0); }

// checks: atanhl(0.5) is 0.54930614; NaN and EDOM outside its domain; infinity with ERANGE
void pass_atanhl(void) {
    assert(near(atanhl(at(0.5)), 0.54930614433405484568L));
    errno = 0;
    assert(isnan(atanhl(at(2))) && errno == EDOM);
    errno = 0;
    assert(isinf(atanhl(at(1))) && errno == ERANGE);
}

// violates: assertion: the result is not below 0
void fail_atanhl(void) { assert(atanhl(at(0.5)) <= 0); }

// checks: cbrtl(27.5) is 3.0184054
void pass_cbrtl(void) { assert(near(cbrtl(at(27.5)), 3.01840536839884294529L)); }

// violates: assertion: the result is not below 0
void fail_cbrtl(void) { assert(cbrtl(at(27.5)) <= 0); }

// checks: ceill(1.25) is 2
void pass_ceill(void) { assert(near(ceill(at(1.25)), 2.0L)); }

// violates: assertion: the result is not below 0
void fail_ceill(void) { assert(ceill(at(1.25)) <= 0); }

// checks: cosl(0.5) is 0.87758256; NaN and EDOM outside its domain
void pass_cosl(void) {
    assert(near(cosl(at(0.5)), 0.87758256189037271613L));
    errno = 0;
    assert(isnan(cosl(at(INFINITY))) && errno == EDOM);
}

// violates: assertion: the result is not below 0
void fail_cosl(void) { assert(cosl(at(0.5)) <= 0); }

// checks: coshl(1.5) is 2.3524096; infinity with ERANGE
void pass_coshl(void) {
    assert(near(coshl(at(1.5)), 2.35240961524324732577L));
    errno = 0;
    assert(isinf(coshl(at(100000))) && errno == ERANGE);
}

// violates: assertion: the result is not below 0
void fail_coshl(void) { assert(coshl(at(1.5)) <= 0); }

// checks: erfl(0.5) is 0.52049988
void pass_erfl(void) { assert(near(erfl(at(0.5)), 0.520499877813046537656L)); }

// violates: assertion: the result is not below 0
void fail_erfl(void) { assert(erfl(at(0.5)) <= 0); }

// checks: erfcl(0.5) is 0.47950012
void pass_erfcl(void) { assert(near(erfcl(at(0.5)), 0.479500122186953462317L)); }

// violates: assertion: the result is not below 0
void fail_erfcl(void) { assert(erfcl(at(0.5)) <= 0); }

// checks: expl(1.5) is 4.4816891; infinity with ERANGE
void pass_expl(void) {
    assert(near(expl(at(1.5)), 4.48168907033806482266L));
    errno = 0;
    assert(isinf(expl(at(100000))) && errno == ERANGE);
}

// violates: assertion: the result is not below 0
void fail_expl(void) { assert(expl(at(1.5)) <= 0); }

// checks: exp10l(1.5) is 31.622777; infinity with ERANGE
void pass_exp10l(void) {
    assert(near(exp10l(at(1.5)), 31.6227766016837933197L));
    errno = 0;
    assert(isinf(exp10l(at(100000))) && errno == ERANGE);
}

// violates: assertion: the result is not below 0
void fail_exp10l(void) { assert(exp10l(at(1.5)) <= 0); }

// checks: exp2l(1.5) is 2.8284271; infinity with ERANGE
void pass_exp2l(void) {
    assert(near(exp2l(at(1.5)), 2.82842712474619009753L));
    errno = 0;
    assert(isinf(exp2l(at(100000))) && errno == ERANGE);
}

// violates: assertion: the result is not below 0
void fail_exp2l(void) { assert(exp2l(at(1.5)) <= 0); }

// checks: expm1l(0.5) is 0.64872127; infinity with ERANGE
void pass_expm1l(void) {
    assert(near(expm1l(at(0.5)), 0.648721270700128146839L));
    errno = 0;
    assert(isinf(expm1l(at(100000))) && errno == ERANGE);
}

// violates: assertion: the result is not below 0
void fail_expm1l(void) { assert(expm1l(at(0.5)) <= 0); }

// checks: fabsl(-1.5) is 1.5
void pass_fabsl(void) { assert(near(fabsl(at(-1.5)), 1.5L)); }

// violates: assertion: the result is not below 0
void fail_fabsl(void) { assert(fabsl(at(-1.5)) <= 0); }

// checks: floorl(1.75) is 1
void pass_floorl(void) { assert(near(floorl(at(1.75)), 1.0L)); }

// violates: assertion: the result is not below 0
void fail_floorl(void) { assert(floorl(at(1.75)) <= 0); }

// checks: lgammal(4.5) is 2.4537366; infinity with ERANGE
void pass_lgammal(void) {
    assert(near(lgammal(at(4.5)), 2.45373657084244222067L));
    errno = 0;
    assert(isinf(lgammal(at(0))) && errno == ERANGE);
}

// violates: assertion: the result is not below 0
void fail_lgammal(void) { assert(lgammal(at(4.5)) <= 0); }

// checks: gammal(4.5) is 2.4537366; infinity with ERANGE
void pass_gammal(void) {
    assert(near(gammal(at(4.5)), 2.45373657084244222067L));
    errno = 0;
    assert(isinf(gammal(at(0))) && errno == ERANGE);
}

// violates: assertion: the result is not below 0
void fail_gammal(void) { assert(gammal(at(4.5)) <= 0); }

// checks: logl(2.5) is 0.91629073; NaN and EDOM outside its domain; infinity with ERANGE
void pass_logl(void) {
    assert(near(logl(at(2.5)), 0.916290731874155065179L));
    errno = 0;
    assert(isnan(logl(at(-1))) && errno == EDOM);
    errno = 0;
    assert(isinf(logl(at(0))) && errno == ERANGE);
}

// violates: assertion: the result is not below 0
void fail_logl(void) { assert(logl(at(2.5)) <= 0); }

// checks: log10l(2.5) is 0.39794001; NaN and EDOM outside its domain; infinity with ERANGE
void pass_log10l(void) {
    assert(near(log10l(at(2.5)), 0.397940008672037609576L));
    errno = 0;
    assert(isnan(log10l(at(-1))) && errno == EDOM);
    errno = 0;
    assert(isinf(log10l(at(0))) && errno == ERANGE);
}

// violates: assertion: the result is not below 0
void fail_log10l(void) { assert(log10l(at(2.5)) <= 0); }

// checks: log1pl(0.5) is 0.40546511; NaN and EDOM outside its domain; infinity with ERANGE
void pass_log1pl(void) {
    assert(near(log1pl(at(0.5)), 0.405465108108164381986L));
    errno = 0;
    assert(isnan(log1pl(at(-2))) && errno == EDOM);
    errno = 0;
    assert(isinf(log1pl(at(-1))) && errno == ERANGE);
}

// violates: assertion: the result is not below 0
void fail_log1pl(void) { assert(log1pl(at(0.5)) <= 0); }

// checks: log2l(2.5) is 1.3219281; NaN and EDOM outside its domain; infinity with ERANGE
void pass_log2l(void) {
    assert(near(log2l(at(2.5)), 1.32192809488736234781L));
    errno = 0;
    assert(isnan(log2l(at(-1))) && errno == EDOM);
    errno = 0;
    assert(isinf(log2l(at(0))) && errno == ERANGE);
}

// violates: assertion: the result is not below 0
void fail_log2l(void) { assert(log2l(at(2.5)) <= 0); }

// checks: logbl(20.5) is 4
void pass_logbl(void) { assert(near(logbl(at(20.5)), 4.0L)); }

// violates: assertion: the result is not below 0
void fail_logbl(void) { assert(logbl(at(20.5)) <= 0); }

// checks: nearbyintl(2.5) is 2
void pass_nearbyintl(void) { assert(near(nearbyintl(at(2.5)), 2.0L)); }

// violates: assertion: the result is not below 0
void fail_nearbyintl(void) { assert(nearbyintl(at(2.5)) <= 0); }

// checks: rintl(2.5) is 2
void pass_rintl(void) { assert(near(rintl(at(2.5)), 2.0L)); }

// violates: assertion: the result is not below 0
void fail_rintl(void) { assert(rintl(at(2.5)) <= 0); }

// checks: roundl(2.5) is 3
void pass_roundl(void) { assert(near(roundl(at(2.5)), 3.0L)); }

// violates: assertion: the result is not below 0
void fail_roundl(void) { assert(roundl(at(2.5)) <= 0); }

// checks: roundevenl(2.5) is 2
void pass_roundevenl(void) { assert(near(roundevenl(at(2.5)), 2.0L)); }

// violates: assertion: the result is not below 0
void fail_roundevenl(void) { assert(roundevenl(at(2.5)) <= 0); }

// checks: sinl(0.5) is 0.47942554; NaN and EDOM outside its domain
void pass_sinl(void) {
    assert(near(sinl(at(0.5)), 0.479425538604203000282L));
    errno = 0;
    assert(isnan(sinl(at(INFINITY))) && errno == EDOM);
}

// violates: assertion: the result is not below 0
void fail_sinl(void) { assert(sinl(at(0.5)) <= 0); }

// checks: sinhl(1.5) is 2.1292795; infinity with ERANGE
void pass_sinhl(void) {
    assert(near(sinhl(at(1.5)), 2.12927945509481749689L));
    errno = 0;
    assert(isinf(sinhl(at(100000))) && errno == ERANGE);
}

// violates: assertion: the result is not below 0
void fail_sinhl(void) { assert(sinhl(at(1.5)) <= 0); }

// checks: sqrtl(2.5) is 1.5811388; NaN and EDOM outside its domain
void pass_sqrtl(void) {
    assert(near(sqrtl(at(2.5)), 1.58113883008418966598L));
    errno = 0;
    assert(isnan(sqrtl(at(-1))) && errno == EDOM);
}

// violates: assertion: the result is not below 0
void fail_sqrtl(void) { assert(sqrtl(at(2.5)) <= 0); }

// checks: tanl(0.5) is 0.54630249; NaN and EDOM outside its domain
void pass_tanl(void) {
    assert(near(tanl(at(0.5)), 0.546302489843790513269L));
    errno = 0;
    assert(isnan(tanl(at(INFINITY))) && errno == EDOM);
}

// violates: assertion: the result is not below 0
void fail_tanl(void) { assert(tanl(at(0.5)) <= 0); }

// checks: tanhl(0.5) is 0.46211716
void pass_tanhl(void) { assert(near(tanhl(at(0.5)), 0.462117157260009758459L)); }

// violates: assertion: the result is not below 0
void fail_tanhl(void) { assert(tanhl(at(0.5)) <= 0); }

// checks: tgammal(4.5) is 11.631728; NaN and EDOM outside its domain; infinity with ERANGE
void pass_tgammal(void) {
    assert(near(tgammal(at(4.5)), 11.6317283965674489292L));
    errno = 0;
    assert(isnan(tgammal(at(-1))) && errno == EDOM);
    errno = 0;
    assert(isinf(tgammal(at(0))) && errno == ERANGE);
}

// violates: assertion: the result is not below 0
void fail_tgammal(void) { assert(tgammal(at(4.5)) <= 0); }

// checks: truncl(2.75) is 2
void pass_truncl(void) { assert(near(truncl(at(2.75)), 2.0L)); }

// violates: assertion: the result is not below 0
void fail_truncl(void) { assert(truncl(at(2.75)) <= 0); }

// checks: j0l(0.5) is 0.93846981
void pass_j0l(void) { assert(near(j0l(at(0.5)), 0.938469807240812904224L)); }

// violates: assertion: the result is not below 0
void fail_j0l(void) { assert(j0l(at(0.5)) <= 0); }

// checks: j1l(0.5) is 0.24226846
void pass_j1l(void) { assert(near(j1l(at(0.5)), 0.24226845767487388638L)); }

// violates: assertion: the result is not below 0
void fail_j1l(void) { assert(j1l(at(0.5)) <= 0); }

// checks: y0l(1.5) is 0.38244892; NaN and EDOM outside its domain
void pass_y0l(void) {
    assert(near(y0l(at(1.5)), 0.382448923797758843964L));
    errno = 0;
    assert(isnan(y0l(at(-1))) && errno == EDOM);
}

// violates: assertion: the result is not below 0
void fail_y0l(void) { assert(y0l(at(1.5)) <= 0); }

// checks: y1l(2.5) is 0.14591814; NaN and EDOM outside its domain
void pass_y1l(void) {
    assert(near(y1l(at(2.5)), 0.145918137966785798869L));
    errno = 0;
    assert(isnan(y1l(at(-1))) && errno == EDOM);
}

// violates: assertion: the result is not below 0
void fail_y1l(void) { assert(y1l(at(2.5)) <= 0); }

// checks: significandl(20.5) is 1.28125
void pass_significandl(void) { assert(near(significandl(at(20.5)), 1.28125L)); }

// violates: assertion: the result is not below 0
void fail_significandl(void) { assert(significandl(at(20.5)) <= 0); }

// checks: the number next to 1.5
void pass_nextupl(void) { assert(nextupl(at(1.5)) == 1.5L + LDBL_EPSILON); }

// violates: assertion: the next number is another one
void fail_nextupl(void) { assert(nextupl(at(1.5)) == 1.5); }

// checks: the number next to 1.5
void pass_nextdownl(void) { assert(nextdownl(at(1.5)) == 1.5L - LDBL_EPSILON); }

// violates: assertion: the next number is another one
void fail_nextdownl(void) { assert(nextdownl(at(1.5)) == 1.5); }

// checks: atan2l(0.5, 1.5) is 0.32175055
void pass_atan2l(void) { assert(near(atan2l(at(0.5), at(1.5)), 0.321750554396642193399L)); }

// violates: assertion: the result is not below 0
void fail_atan2l(void) { assert(atan2l(at(0.5), at(1.5)) <= 0); }

// checks: copysignl(-1.5, 1) is 1.5
void pass_copysignl(void) { assert(near(copysignl(at(-1.5), at(1)), 1.5L)); }

// violates: assertion: the result is not below 0
void fail_copysignl(void) { assert(copysignl(at(-1.5), at(1)) <= 0); }

// checks: dreml(5.5, 2) is -0.5; NaN and EDOM outside its domain
void pass_dreml(void) {
    assert(near(dreml(at(5.5), at(2)), -0.5L));
    errno = 0;
    assert(isnan(dreml(at(1), at(0))) && errno == EDOM);
}

// violates: assertion: the result is not above 0
void fail_dreml(void) { assert(dreml(at(5.5), at(2)) >= 0); }

// checks: fdiml(5.5, 2) is 3.5
void pass_fdiml(void) { assert(near(fdiml(at(5.5), at(2)), 3.5L)); }

// violates: assertion: the result is not below 0
void fail_fdiml(void) { assert(fdiml(at(5.5), at(2)) <= 0); }

// checks: fmaxl(1.5, 2.5) is 2.5
void pass_fmaxl(void) { assert(near(fmaxl(at(1.5), at(2.5)), 2.5L)); }

// violates: assertion: the result is not below 0
void fail_fmaxl(void) { assert(fmaxl(at(1.5), at(2.5)) <= 0); }

// checks: fminl(1.5, 2.5) is 1.5
void pass_fminl(void) { assert(near(fminl(at(1.5), at(2.5)), 1.5L)); }

// violates: assertion: the result is not below 0
void fail_fminl(void) { assert(fminl(at(1.5), at(2.5)) <= 0); }

// checks: fmodl(5.5, 2) is 1.5; NaN and EDOM outside its domain
void pass_fmodl(void) {
    assert(near(fmodl(at(5.5), at(2)), 1.5L));
    errno = 0;
    assert(isnan(fmodl(at(1), at(0))) && errno == EDOM);
}

// violates: assertion: the result is not below 0
void fail_fmodl(void) { assert(fmodl(at(5.5), at(2)) <= 0); }

// checks: hypotl(3, 4) is 5
void pass_hypotl(void) { assert(near(hypotl(at(3), at(4)), 5.0L)); }

// violates: assertion: the result is not below 0
void fail_hypotl(void) { assert(hypotl(at(3), at(4)) <= 0); }

// checks: the number next to 1.5
void pass_nextafterl(void) { assert(nextafterl(at(1.5), at(2)) == 1.5L + LDBL_EPSILON); }

// violates: assertion: the next number is another one
void fail_nextafterl(void) { assert(nextafterl(at(1.5), at(2)) == 1.5); }

// checks: the number next to 1.5
void pass_nexttowardl(void) { assert(nexttowardl(at(1.5), at(2)) == 1.5L + LDBL_EPSILON); }

// violates: assertion: the next number is another one
void fail_nexttowardl(void) { assert(nexttowardl(at(1.5), at(2)) == 1.5); }

// checks: powl(2.5, 1.5) is 3.9528471; NaN and EDOM outside its domain; infinity with ERANGE
void pass_powl(void) {
    assert(near(powl(at(2.5), at(1.5)), 3.95284707521047416496L));
    errno = 0;
    assert(isnan(powl(at(-1), at(0.5))) && errno == EDOM);
    errno = 0;
    assert(isinf(powl(at(0), at(-1))) && errno == ERANGE);
    errno = 0;
    assert(isinf(powl(at(10), at(100000))) && errno == ERANGE);
}

// violates: assertion: the result is not below 0
void fail_powl(void) { assert(powl(at(2.5), at(1.5)) <= 0); }

// checks: remainderl(6.5, 2) is 0.5; NaN and EDOM outside its domain
void pass_remainderl(void) {
    assert(near(remainderl(at(6.5), at(2)), 0.5L));
    errno = 0;
    assert(isnan(remainderl(at(1), at(0))) && errno == EDOM);
}

// violates: assertion: the result is not below 0
void fail_remainderl(void) { assert(remainderl(at(6.5), at(2)) <= 0); }

// checks: scalbl(1.5, 3) is 12; NaN and EDOM outside its domain
void pass_scalbl(void) {
    assert(near(scalbl(at(1.5), at(3)), 12.0L));
    errno = 0;
    assert(isnan(scalbl(at(1.5), at(0.5))) && errno == EDOM);
}

// violates: assertion: the result is not below 0
void fail_scalbl(void) { assert(scalbl(at(1.5), at(3)) <= 0); }

// checks: a fraction in [0.5, 1) and an exponent of two; 0 and infinity stay
void pass_frexpl(void) {
    int e;
    assert(frexpl(at(-20), &e) == -0.625 && e == 5);
    assert(frexpl(at(0), &e) == 0 && e == 0);
    assert(frexpl(at(LDBL_TRUE_MIN), &e) == 0.5 && e == -16444);
    assert(isinf(frexpl(at(INFINITY), &e)));
}

// violates: null-dereference: there is no place for the exponent
void fail_frexpl(void) {
    int *volatile none = NULL;
    assert(frexpl(at(1), none) == 0.5);
}

// checks: the whole part and the fraction, both with the sign
void pass_modfl(void) {
    long double whole;
    assert(modfl(at(-2.75), &whole) == -0.75 && whole == -2);
    assert(modfl(at(INFINITY), &whole) == 0 && isinf(whole));
}

// violates: null-dereference: there is no place for the whole part
void fail_modfl(void) {
    long double *volatile none = NULL;
    assert(modfl(at(1), none) == 0);
}

// checks: both results
void pass_sincosl(void) {
    long double s, c;
    sincosl(at(0.5), &s, &c);
    assert(s == sinl(at(0.5)) && c == cosl(at(0.5)));
}

// violates: null-dereference: there is no place for the cosine
void fail_sincosl(void) {
    long double s, *volatile none = NULL;
    sincosl(at(0.5), &s, none);
}

// checks: the remainder and the last bits of the quotient
void pass_remquol(void) {
    int q;
    assert(remquol(at(11), at(4), &q) == -1 && q == 3);
    assert(remquol(at(-10), at(4), &q) == -2 && q == -2);
    assert(remquol(at(7), at(2), &q) == -1 && q == 4);
}

// violates: null-dereference: there is no place for the quotient
void fail_remquol(void) {
    int *volatile none = NULL;
    assert(remquol(at(11), at(4), none) == -1);
}

// checks: the sign of gamma is stored
void pass_lgammal_r(void) {
    int sign = 0;
    assert(near(lgammal_r(at(4.5), &sign), 2.45373657084244222051L) && sign == 1);
    assert(lgammal_r(at(-0.5), &sign) > 1 && sign == -1);
    errno = 0;
    assert(isinf(lgammal_r(at(0), &sign)) && errno == ERANGE);
}

// violates: null-dereference: there is no place for the sign
void fail_lgammal_r(void) {
    int *volatile none = NULL;
    assert(lgammal_r(at(1), none) == 0);
}

// checks: the sign of gamma is in signgam
void pass_lgammal__sign(void) {
    assert(lgammal(at(-0.5)) > 1 && signgam == -1 && lgammal(at(3)) > 0 && signgam == 1);
}

// checks: rounded once
void pass_fmal(void) {
    assert(fmal(at(2), at(3), at(4)) == 10);
    long double x = 1 + LDBL_EPSILON;
    assert(fmal(at(x), at(x), at(-(1 + 2 * LDBL_EPSILON))) == LDBL_EPSILON * LDBL_EPSILON);
}

// violates: assertion: product and sum are not rounded one after the other
void fail_fmal(void) {
    long double x = 1 + LDBL_EPSILON;
    assert(fmal(at(x), at(x), at(-(1 + 2 * LDBL_EPSILON))) == 0);
}

// checks: times a power of two; too large is ERANGE, too small too
void pass_ldexpl(void) {
    assert(ldexpl(at(1.5), 4) == 24);
    errno = 0;
    assert(isinf(ldexpl(at(1), 100000)) && errno == ERANGE);
    errno = 0;
    assert(ldexpl(at(1), -100000) == 0 && errno == ERANGE);
}

// violates: assertion: the exponent is of two, not of ten
void fail_ldexpl(void) { assert(ldexpl(at(1), 1) <= 0 || ldexpl(at(1), 1) == 10); }

// checks: times a power of two; too large is ERANGE
void pass_scalbnl(void) {
    assert(scalbnl(at(1.5), -1) == 0.75);
    errno = 0;
    assert(isinf(scalbnl(at(1), INT_MAX)) && errno == ERANGE);
}

// violates: assertion: the result grows
void fail_scalbnl(void) { assert(scalbnl(at(1.5), 3) < 1.5); }

// checks: times a power of two; too large is ERANGE
void pass_scalblnl(void) {
    assert(scalblnl(at(1.5), 2L) == 6);
    errno = 0;
    assert(isinf(scalblnl(at(1), LONG_MAX)) && errno == ERANGE);
}

// violates: assertion: the result grows
void fail_scalblnl(void) { assert(scalblnl(at(1.5), 3L) < 1.5); }

// checks: the exponent of two; EDOM for 0, infinity and NaN
void pass_ilogbl(void) {
    assert(ilogbl(at(20)) == 4 && ilogbl(at(0.75)) == -1);
    errno = 0;
    assert(ilogbl(at(0)) == FP_ILOGB0 && errno == EDOM);
    errno = 0;
    assert(ilogbl(at(INFINITY)) == INT_MAX && errno == EDOM && ilogbl(at(NAN)) == FP_ILOGBNAN);
}

// violates: assertion: 0 has no exponent
void fail_ilogbl(void) { assert(ilogbl(at(0)) == 0); }

// checks: the exponent of two; EDOM for 0
void pass_llogbl(void) {
    assert(llogbl(at(20)) == 4);
    errno = 0;
    assert(llogbl(at(0)) == FP_LLOGB0 && errno == EDOM);
}

// violates: assertion: 0 has no exponent
void fail_llogbl(void) { assert(llogbl(at(0)) == 0); }

// checks: the middle goes to the even number
void pass_lrintl(void) { assert(lrintl(at(2.5)) == 2 && lrintl(at(-3.5)) == -4); }

// violates: assertion: not cut off
void fail_lrintl(void) { assert(lrintl(at(1.75)) < 2); }

// checks: the middle goes to the even number
void pass_llrintl(void) { assert(llrintl(at(2.5)) == 2 && llrintl(at(-4294967296.0)) == -4294967296LL); }

// violates: assertion: not cut off
void fail_llrintl(void) { assert(llrintl(at(1.75)) < 2); }

// checks: the middle goes away from 0
void pass_lroundl(void) { assert(lroundl(at(2.5)) == 3 && lroundl(at(-2.5)) == -3); }

// violates: assertion: the middle does not go to the even number
void fail_lroundl(void) { assert(lroundl(at(2.5)) < 3); }

// checks: the middle goes away from 0
void pass_llroundl(void) { assert(llroundl(at(2.5)) == 3 && llroundl(at(4294967296.0)) == 4294967296LL); }

// violates: assertion: the middle does not go to the even number
void fail_llroundl(void) { assert(llroundl(at(2.5)) < 3); }

// checks: not equal to itself; the payload is a number
void pass_nanl(void) { assert(isnan(nanl("")) && isnan(nanl("1")) && isnan(nanl("x"))); }

// violates: assertion: a NaN is not equal to itself
void fail_nanl(void) { assert(at(nanl("")) == at(nanl(""))); }

// checks: Bessel functions of any order
void pass_jnl(void) {
    assert(jnl(0, at(0.5)) == j0l(at(0.5)) && jnl(1, at(0.5)) == j1l(at(0.5)));
    assert(jnl(2, at(0.5)) > 0.03);
}

// violates: assertion: another order gives another result
void fail_jnl(void) { assert(jnl(2, at(0.5)) == jnl(1, at(0.5))); }

// checks: Bessel functions of any order; EDOM below 0
void pass_ynl(void) {
    assert(ynl(0, at(1.5)) == y0l(at(1.5)) && ynl(1, at(2.5)) == y1l(at(2.5)) && ynl(2, at(0.5)) < -5);
    errno = 0;
    assert(isnan(ynl(2, at(-1))) && errno == EDOM);
}

// violates: assertion: another order gives another result
void fail_ynl(void) { assert(ynl(2, at(0.5)) == ynl(1, at(0.5))); }

// checks: false for infinity and NaN
void pass_finitel(void) { assert(finitel(at(1)) && !finitel(at(INFINITY)) && !finitel(at(NAN))); }

// violates: assertion: an infinity is not finite
void fail_finitel(void) { assert(finitel(at(INFINITY))); }

// checks: the sign of the infinity, 0 for other numbers
void pass_isinfl(void) { assert((isinfl)(at(INFINITY)) == 1 && (isinfl)(at(-INFINITY)) == -1 && (isinfl)(at(1)) == 0); }

// violates: assertion: an infinity is one
void fail_isinfl(void) { assert((isinfl)(at(INFINITY)) == 0); }

// checks: only NaN
void pass_isnanl(void) { assert((isnanl)(at(NAN)) && !(isnanl)(at(INFINITY)) && !(isnanl)(at(0))); }

// violates: assertion: NaN is one
void fail_isnanl(void) { assert(!(isnanl)(at(NAN))); }
