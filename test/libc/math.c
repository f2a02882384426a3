// SPDX-License-Identifier: Apache-2.0
// Conformance tests: math.h, double
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>

// Keeps the compiler from computing the results itself.
static double at(volatile double x) { return x; }

// The last bits are the host's own.
static int near(double x, long double want) { return fabsl(x - want) <= 1e-15L * fabsl(want); }

// checks: acos(0.5) is 1.0471976; NaN and EDOM outside its domain
void pass_acos(void) {
    assert(near(acos(at(0.5)), 1.04719755119659774613L));
    errno = 0;
    assert(isnan(acos(at(2))) && errno == EDOM);
}

// violates: assertion: the result is not below 0
void fail_acos(void) { assert(acos(at(0.5)) <= 0); }

// checks: acosh(1.5) is 0.96242365; NaN and EDOM outside its domain
void pass_acosh(void) {
    assert(near(acosh(at(1.5)), 0.962423650119206895053L));
    errno = 0;
    assert(isnan(acosh(at(0.5))) && errno == EDOM);
}

// violates: assertion: the result is not below 0
void fail_acosh(void) { assert(acosh(at(1.5)) <= 0); }

// checks: asin(0.5) is 0.52359878; NaN and EDOM outside its domain
void pass_asin(void) {
    assert(near(asin(at(0.5)), 0.523598775598298873067L));
    errno = 0;
    assert(isnan(asin(at(-2))) && errno == EDOM);
}

// violates: assertion: the result is not below 0
void fail_asin(void) { assert(asin(at(0.5)) <= 0); }

// checks: asinh(0.5) is 0.48121183
void pass_asinh(void) { assert(near(asinh(at(0.5)), 0.481211825059603447499L)); }

// violates: assertion: the result is not below 0
void fail_asinh(void) { assert(asinh(at(0.5)) <= 0); }

// checks: atan(0.5) is 0.46364761
void pass_atan(void) { assert(near(atan(at(0.5)), 0.463647609000806116202L)); }

// violates: assertion: the result is not below 0
void fail_atan(void) { assert(atan(at(0.5)) <= 0); }

// checks: atanh(0.5) is 0.54930614; NaN and EDOM outside its domain; infinity with ERANGE
void pass_atanh(void) {
    assert(near(atanh(at(0.5)), 0.54930614433405484568L));
    errno = 0;
    assert(isnan(atanh(at(2))) && errno == EDOM);
    errno = 0;
    assert(isinf(atanh(at(1))) && errno == ERANGE);
}

// violates: assertion: the result is not below 0
void fail_atanh(void) { assert(atanh(at(0.5)) <= 0); }

// checks: cbrt(27.5) is 3.0184054
void pass_cbrt(void) { assert(near(cbrt(at(27.5)), 3.01840536839884294529L)); }

// violates: assertion: the result is not below 0
void fail_cbrt(void) { assert(cbrt(at(27.5)) <= 0); }

// checks: ceil(1.25) is 2
void pass_ceil(void) { assert(near(ceil(at(1.25)), 2.0L)); }

// violates: assertion: the result is not below 0
void fail_ceil(void) { assert(ceil(at(1.25)) <= 0); }

// checks: cos(0.5) is 0.87758256; NaN and EDOM outside its domain
void pass_cos(void) {
    assert(near(cos(at(0.5)), 0.87758256189037271613L));
    errno = 0;
    assert(isnan(cos(at(INFINITY))) && errno == EDOM);
}

// violates: assertion: the result is not below 0
void fail_cos(void) { assert(cos(at(0.5)) <= 0); }

// checks: cosh(1.5) is 2.3524096; infinity with ERANGE
void pass_cosh(void) {
    assert(near(cosh(at(1.5)), 2.35240961524324732577L));
    errno = 0;
    assert(isinf(cosh(at(100000))) && errno == ERANGE);
}

// violates: assertion: the result is not below 0
void fail_cosh(void) { assert(cosh(at(1.5)) <= 0); }

// checks: erf(0.5) is 0.52049988
void pass_erf(void) { assert(near(erf(at(0.5)), 0.520499877813046537656L)); }

// violates: assertion: the result is not below 0
void fail_erf(void) { assert(erf(at(0.5)) <= 0); }

// checks: erfc(0.5) is 0.47950012
void pass_erfc(void) { assert(near(erfc(at(0.5)), 0.479500122186953462317L)); }

// violates: assertion: the result is not below 0
void fail_erfc(void) { assert(erfc(at(0.5)) <= 0); }

// checks: exp(1.5) is 4.4816891; infinity with ERANGE
void pass_exp(void) {
    assert(near(exp(at(1.5)), 4.48168907033806482266L));
    errno = 0;
    assert(isinf(exp(at(100000))) && errno == ERANGE);
}

// violates: assertion: the result is not below 0
void fail_exp(void) { assert(exp(at(1.5)) <= 0); }

// checks: exp10(1.5) is 31.622777; infinity with ERANGE
void pass_exp10(void) {
    assert(near(exp10(at(1.5)), 31.6227766016837933197L));
    errno = 0;
    assert(isinf(exp10(at(100000))) && errno == ERANGE);
}

// violates: assertion: the result is not below 0
void fail_exp10(void) { assert(exp10(at(1.5)) <= 0); }

// checks: exp2(1.5) is 2.8284271; infinity with ERANGE
void pass_exp2(void) {
    assert(near(exp2(at(1.5)), 2.82842712474619009753L));
    errno = 0;
    assert(isinf(exp2(at(100000))) && errno == ERANGE);
}

// violates: assertion: the result is not below 0
void fail_exp2(void) { assert(exp2(at(1.5)) <= 0); }

// checks: expm1(0.5) is 0.64872127; infinity with ERANGE
void pass_expm1(void) {
    assert(near(expm1(at(0.5)), 0.648721270700128146839L));
    errno = 0;
    assert(isinf(expm1(at(100000))) && errno == ERANGE);
}

// violates: assertion: the result is not below 0
void fail_expm1(void) { assert(expm1(at(0.5)) <= 0); }

// checks: fabs(-1.5) is 1.5
void pass_fabs(void) { assert(near(fabs(at(-1.5)), 1.5L)); }

// violates: assertion: the result is not below 0
void fail_fabs(void) { assert(fabs(at(-1.5)) <= 0); }

// checks: floor(1.75) is 1
void pass_floor(void) { assert(near(floor(at(1.75)), 1.0L)); }

// violates: assertion: the result is not below 0
void fail_floor(void) { assert(floor(at(1.75)) <= 0); }

// checks: lgamma(4.5) is 2.4537366; infinity with ERANGE
void pass_lgamma(void) {
    assert(near(lgamma(at(4.5)), 2.45373657084244222067L));
    errno = 0;
    assert(isinf(lgamma(at(0))) && errno == ERANGE);
}

// violates: assertion: the result is not below 0
void fail_lgamma(void) { assert(lgamma(at(4.5)) <= 0); }

// checks: gamma(4.5) is 2.4537366; infinity with ERANGE
void pass_gamma(void) {
    assert(near(gamma(at(4.5)), 2.45373657084244222067L));
    errno = 0;
    assert(isinf(gamma(at(0))) && errno == ERANGE);
}

// violates: assertion: the result is not below 0
void fail_gamma(void) { assert(gamma(at(4.5)) <= 0); }

// checks: log(2.5) is 0.91629073; NaN and EDOM outside its domain; infinity with ERANGE
void pass_log(void) {
    assert(near(log(at(2.5)), 0.916290731874155065179L));
    errno = 0;
    assert(isnan(log(at(-1))) && errno == EDOM);
    errno = 0;
    assert(isinf(log(at(0))) && errno == ERANGE);
}

// violates: assertion: the result is not below 0
void fail_log(void) { assert(log(at(2.5)) <= 0); }

// checks: log10(2.5) is 0.39794001; NaN and EDOM outside its domain; infinity with ERANGE
void pass_log10(void) {
    assert(near(log10(at(2.5)), 0.397940008672037609576L));
    errno = 0;
    assert(isnan(log10(at(-1))) && errno == EDOM);
    errno = 0;
    assert(isinf(log10(at(0))) && errno == ERANGE);
}

// violates: assertion: the result is not below 0
void fail_log10(void) { assert(log10(at(2.5)) <= 0); }

// checks: log1p(0.5) is 0.40546511; NaN and EDOM outside its domain; infinity with ERANGE
void pass_log1p(void) {
    assert(near(log1p(at(0.5)), 0.405465108108164381986L));
    errno = 0;
    assert(isnan(log1p(at(-2))) && errno == EDOM);
    errno = 0;
    assert(isinf(log1p(at(-1))) && errno == ERANGE);
}

// violates: assertion: the result is not below 0
void fail_log1p(void) { assert(log1p(at(0.5)) <= 0); }

// checks: log2(2.5) is 1.3219281; NaN and EDOM outside its domain; infinity with ERANGE
void pass_log2(void) {
    assert(near(log2(at(2.5)), 1.32192809488736234781L));
    errno = 0;
    assert(isnan(log2(at(-1))) && errno == EDOM);
    errno = 0;
    assert(isinf(log2(at(0))) && errno == ERANGE);
}

// violates: assertion: the result is not below 0
void fail_log2(void) { assert(log2(at(2.5)) <= 0); }

// checks: logb(20.5) is 4
void pass_logb(void) { assert(near(logb(at(20.5)), 4.0L)); }

// violates: assertion: the result is not below 0
void fail_logb(void) { assert(logb(at(20.5)) <= 0); }

// checks: nearbyint(2.5) is 2
void pass_nearbyint(void) { assert(near(nearbyint(at(2.5)), 2.0L)); }

// violates: assertion: the result is not below 0
void fail_nearbyint(void) { assert(nearbyint(at(2.5)) <= 0); }

// checks: rint(2.5) is 2
void pass_rint(void) { assert(near(rint(at(2.5)), 2.0L)); }

// violates: assertion: the result is not below 0
void fail_rint(void) { assert(rint(at(2.5)) <= 0); }

// checks: round(2.5) is 3
void pass_round(void) { assert(near(round(at(2.5)), 3.0L)); }

// violates: assertion: the result is not below 0
void fail_round(void) { assert(round(at(2.5)) <= 0); }

// checks: roundeven(2.5) is 2
void pass_roundeven(void) { assert(near(roundeven(at(2.5)), 2.0L)); }

// violates: assertion: the result is not below 0
void fail_roundeven(void) { assert(roundeven(at(2.5)) <= 0); }

// checks: sin(0.5) is 0.47942554; NaN and EDOM outside its domain
void pass_sin(void) {
    assert(near(sin(at(0.5)), 0.479425538604203000282L));
    errno = 0;
    assert(isnan(sin(at(INFINITY))) && errno == EDOM);
}

// violates: assertion: the result is not below 0
void fail_sin(void) { assert(sin(at(0.5)) <= 0); }

// checks: sinh(1.5) is 2.1292795; infinity with ERANGE
void pass_sinh(void) {
    assert(near(sinh(at(1.5)), 2.12927945509481749689L));
    errno = 0;
    assert(isinf(sinh(at(100000))) && errno == ERANGE);
}

// violates: assertion: the result is not below 0
void fail_sinh(void) { assert(sinh(at(1.5)) <= 0); }

// checks: sqrt(2.5) is 1.5811388; NaN and EDOM outside its domain
void pass_sqrt(void) {
    assert(near(sqrt(at(2.5)), 1.58113883008418966598L));
    errno = 0;
    assert(isnan(sqrt(at(-1))) && errno == EDOM);
}

// violates: assertion: the result is not below 0
void fail_sqrt(void) { assert(sqrt(at(2.5)) <= 0); }

// checks: tan(0.5) is 0.54630249; NaN and EDOM outside its domain
void pass_tan(void) {
    assert(near(tan(at(0.5)), 0.546302489843790513269L));
    errno = 0;
    assert(isnan(tan(at(INFINITY))) && errno == EDOM);
}

// violates: assertion: the result is not below 0
void fail_tan(void) { assert(tan(at(0.5)) <= 0); }

// checks: tanh(0.5) is 0.46211716
void pass_tanh(void) { assert(near(tanh(at(0.5)), 0.462117157260009758459L)); }

// violates: assertion: the result is not below 0
void fail_tanh(void) { assert(tanh(at(0.5)) <= 0); }

// checks: tgamma(4.5) is 11.631728; NaN and EDOM outside its domain; infinity with ERANGE
void pass_tgamma(void) {
    assert(near(tgamma(at(4.5)), 11.6317283965674489292L));
    errno = 0;
    assert(isnan(tgamma(at(-1))) && errno == EDOM);
    errno = 0;
    assert(isinf(tgamma(at(0))) && errno == ERANGE);
}

// violates: assertion: the result is not below 0
void fail_tgamma(void) { assert(tgamma(at(4.5)) <= 0); }

// checks: trunc(2.75) is 2
void pass_trunc(void) { assert(near(trunc(at(2.75)), 2.0L)); }

// violates: assertion: the result is not below 0
void fail_trunc(void) { assert(trunc(at(2.75)) <= 0); }

// checks: j0(0.5) is 0.93846981
void pass_j0(void) { assert(near(j0(at(0.5)), 0.938469807240812904224L)); }

// violates: assertion: the result is not below 0
void fail_j0(void) { assert(j0(at(0.5)) <= 0); }

// checks: j1(0.5) is 0.24226846
void pass_j1(void) { assert(near(j1(at(0.5)), 0.24226845767487388638L)); }

// violates: assertion: the result is not below 0
void fail_j1(void) { assert(j1(at(0.5)) <= 0); }

// checks: y0(1.5) is 0.38244892; NaN and EDOM outside its domain
void pass_y0(void) {
    assert(near(y0(at(1.5)), 0.382448923797758843964L));
    errno = 0;
    assert(isnan(y0(at(-1))) && errno == EDOM);
}

// violates: assertion: the result is not below 0
void fail_y0(void) { assert(y0(at(1.5)) <= 0); }

// checks: y1(2.5) is 0.14591814; NaN and EDOM outside its domain
void pass_y1(void) {
    assert(near(y1(at(2.5)), 0.145918137966785798869L));
    errno = 0;
    assert(isnan(y1(at(-1))) && errno == EDOM);
}

// violates: assertion: the result is not below 0
void fail_y1(void) { assert(y1(at(2.5)) <= 0); }

// checks: significand(20.5) is 1.28125
void pass_significand(void) { assert(near(significand(at(20.5)), 1.28125L)); }

// violates: assertion: the result is not below 0
void fail_significand(void) { assert(significand(at(20.5)) <= 0); }

// checks: the number next to 1.5
void pass_nextup(void) { assert(nextup(at(1.5)) == 1.5 + DBL_EPSILON); }

// violates: assertion: the next number is another one
void fail_nextup(void) { assert(nextup(at(1.5)) == 1.5); }

// checks: the number next to 1.5
void pass_nextdown(void) { assert(nextdown(at(1.5)) == 1.5 - DBL_EPSILON); }

// violates: assertion: the next number is another one
void fail_nextdown(void) { assert(nextdown(at(1.5)) == 1.5); }

// checks: atan2(0.5, 1.5) is 0.32175055
void pass_atan2(void) { assert(near(atan2(at(0.5), at(1.5)), 0.321750554396642193399L)); }

// violates: assertion: the result is not below 0
void fail_atan2(void) { assert(atan2(at(0.5), at(1.5)) <= 0); }

// checks: copysign(-1.5, 1) is 1.5
void pass_copysign(void) { assert(near(copysign(at(-1.5), at(1)), 1.5L)); }

// violates: assertion: the result is not below 0
void fail_copysign(void) { assert(copysign(at(-1.5), at(1)) <= 0); }

// checks: drem(5.5, 2) is -0.5; NaN and EDOM outside its domain
void pass_drem(void) {
    assert(near(drem(at(5.5), at(2)), -0.5L));
    errno = 0;
    assert(isnan(drem(at(1), at(0))) && errno == EDOM);
}

// violates: assertion: the result is not above 0
void fail_drem(void) { assert(drem(at(5.5), at(2)) >= 0); }

// checks: fdim(5.5, 2) is 3.5
void pass_fdim(void) { assert(near(fdim(at(5.5), at(2)), 3.5L)); }

// violates: assertion: the result is not below 0
void fail_fdim(void) { assert(fdim(at(5.5), at(2)) <= 0); }

// checks: fmax(1.5, 2.5) is 2.5
void pass_fmax(void) { assert(near(fmax(at(1.5), at(2.5)), 2.5L)); }

// violates: assertion: the result is not below 0
void fail_fmax(void) { assert(fmax(at(1.5), at(2.5)) <= 0); }

// checks: fmin(1.5, 2.5) is 1.5
void pass_fmin(void) { assert(near(fmin(at(1.5), at(2.5)), 1.5L)); }

// violates: assertion: the result is not below 0
void fail_fmin(void) { assert(fmin(at(1.5), at(2.5)) <= 0); }

// checks: fmod(5.5, 2) is 1.5; NaN and EDOM outside its domain
void pass_fmod(void) {
    assert(near(fmod(at(5.5), at(2)), 1.5L));
    errno = 0;
    assert(isnan(fmod(at(1), at(0))) && errno == EDOM);
}

// violates: assertion: the result is not below 0
void fail_fmod(void) { assert(fmod(at(5.5), at(2)) <= 0); }

// checks: hypot(3, 4) is 5
void pass_hypot(void) { assert(near(hypot(at(3), at(4)), 5.0L)); }

// violates: assertion: the result is not below 0
void fail_hypot(void) { assert(hypot(at(3), at(4)) <= 0); }

// checks: the number next to 1.5
void pass_nextafter(void) { assert(nextafter(at(1.5), at(2)) == 1.5 + DBL_EPSILON); }

// violates: assertion: the next number is another one
void fail_nextafter(void) { assert(nextafter(at(1.5), at(2)) == 1.5); }

// checks: the number next to 1.5
void pass_nexttoward(void) { assert(nexttoward(at(1.5), at(2)) == 1.5 + DBL_EPSILON); }

// violates: assertion: the next number is another one
void fail_nexttoward(void) { assert(nexttoward(at(1.5), at(2)) == 1.5); }

// checks: pow(2.5, 1.5) is 3.9528471; NaN and EDOM outside its domain; infinity with ERANGE
void pass_pow(void) {
    assert(near(pow(at(2.5), at(1.5)), 3.95284707521047416496L));
    errno = 0;
    assert(isnan(pow(at(-1), at(0.5))) && errno == EDOM);
    errno = 0;
    assert(isinf(pow(at(0), at(-1))) && errno == ERANGE);
    errno = 0;
    assert(isinf(pow(at(10), at(100000))) && errno == ERANGE);
}

// violates: assertion: the result is not below 0
void fail_pow(void) { assert(pow(at(2.5), at(1.5)) <= 0); }

// checks: remainder(6.5, 2) is 0.5; NaN and EDOM outside its domain
void pass_remainder(void) {
    assert(near(remainder(at(6.5), at(2)), 0.5L));
    errno = 0;
    assert(isnan(remainder(at(1), at(0))) && errno == EDOM);
}

// violates: assertion: the result is not below 0
void fail_remainder(void) { assert(remainder(at(6.5), at(2)) <= 0); }

// checks: scalb(1.5, 3) is 12; NaN and EDOM outside its domain
void pass_scalb(void) {
    assert(near(scalb(at(1.5), at(3)), 12.0L));
    errno = 0;
    assert(isnan(scalb(at(1.5), at(0.5))) && errno == EDOM);
}

// violates: assertion: the result is not below 0
void fail_scalb(void) { assert(scalb(at(1.5), at(3)) <= 0); }

// checks: a fraction in [0.5, 1) and an exponent of two; 0 and infinity stay
void pass_frexp(void) {
    int e;
    assert(frexp(at(-20), &e) == -0.625 && e == 5);
    assert(frexp(at(0), &e) == 0 && e == 0);
    assert(frexp(at(DBL_TRUE_MIN), &e) == 0.5 && e == -1073);
    assert(isinf(frexp(at(INFINITY), &e)));
}

// violates: null-dereference: there is no place for the exponent
void fail_frexp(void) {
    int *volatile none = NULL;
    assert(frexp(at(1), none) == 0.5);
}

// checks: the whole part and the fraction, both with the sign
void pass_modf(void) {
    double whole;
    assert(modf(at(-2.75), &whole) == -0.75 && whole == -2);
    assert(modf(at(INFINITY), &whole) == 0 && isinf(whole));
}

// violates: null-dereference: there is no place for the whole part
void fail_modf(void) {
    double *volatile none = NULL;
    assert(modf(at(1), none) == 0);
}

// checks: both results
void pass_sincos(void) {
    double s, c;
    sincos(at(0.5), &s, &c);
    assert(s == sin(at(0.5)) && c == cos(at(0.5)));
}

// violates: null-dereference: there is no place for the cosine
void fail_sincos(void) {
    double s, *volatile none = NULL;
    sincos(at(0.5), &s, none);
}

// checks: the remainder and the last bits of the quotient
void pass_remquo(void) {
    int q;
    assert(remquo(at(11), at(4), &q) == -1 && q == 3);
    assert(remquo(at(-10), at(4), &q) == -2 && q == -2);
    assert(remquo(at(7), at(2), &q) == -1 && q == 4);
}

// violates: null-dereference: there is no place for the quotient
void fail_remquo(void) {
    int *volatile none = NULL;
    assert(remquo(at(11), at(4), none) == -1);
}

// checks: the sign of gamma is stored
void pass_lgamma_r(void) {
    int sign = 0;
    assert(near(lgamma_r(at(4.5), &sign), 2.45373657084244222051L) && sign == 1);
    assert(lgamma_r(at(-0.5), &sign) > 1 && sign == -1);
    errno = 0;
    assert(isinf(lgamma_r(at(0), &sign)) && errno == ERANGE);
}

// violates: null-dereference: there is no place for the sign
void fail_lgamma_r(void) {
    int *volatile none = NULL;
    assert(lgamma_r(at(1), none) == 0);
}

// checks: the sign of gamma is in signgam
void pass_lgamma__sign(void) {
    assert(lgamma(at(-0.5)) > 1 && signgam == -1 && lgamma(at(3)) > 0 && signgam == 1);
}

// checks: rounded once
void pass_fma(void) {
    assert(fma(at(2), at(3), at(4)) == 10);
    double x = 1 + DBL_EPSILON;
    assert(fma(at(x), at(x), at(-(1 + 2 * DBL_EPSILON))) == DBL_EPSILON * DBL_EPSILON);
}

// violates: assertion: product and sum are not rounded one after the other
void fail_fma(void) {
    double x = 1 + DBL_EPSILON;
    assert(fma(at(x), at(x), at(-(1 + 2 * DBL_EPSILON))) == 0);
}

// checks: times a power of two; too large is ERANGE, too small too
void pass_ldexp(void) {
    assert(ldexp(at(1.5), 4) == 24);
    errno = 0;
    assert(isinf(ldexp(at(1), 100000)) && errno == ERANGE);
    errno = 0;
    assert(ldexp(at(1), -100000) == 0 && errno == ERANGE);
}

// violates: assertion: the exponent is of two, not of ten
void fail_ldexp(void) { assert(ldexp(at(1), 1) <= 0 || ldexp(at(1), 1) == 10); }

// checks: times a power of two; too large is ERANGE
void pass_scalbn(void) {
    assert(scalbn(at(1.5), -1) == 0.75);
    errno = 0;
    assert(isinf(scalbn(at(1), INT_MAX)) && errno == ERANGE);
}

// violates: assertion: the result grows
void fail_scalbn(void) { assert(scalbn(at(1.5), 3) < 1.5); }

// checks: times a power of two; too large is ERANGE
void pass_scalbln(void) {
    assert(scalbln(at(1.5), 2L) == 6);
    errno = 0;
    assert(isinf(scalbln(at(1), LONG_MAX)) && errno == ERANGE);
}

// violates: assertion: the result grows
void fail_scalbln(void) { assert(scalbln(at(1.5), 3L) < 1.5); }

// checks: the exponent of two; EDOM for 0, infinity and NaN
void pass_ilogb(void) {
    assert(ilogb(at(20)) == 4 && ilogb(at(0.75)) == -1);
    errno = 0;
    assert(ilogb(at(0)) == FP_ILOGB0 && errno == EDOM);
    errno = 0;
    assert(ilogb(at(INFINITY)) == INT_MAX && errno == EDOM && ilogb(at(NAN)) == FP_ILOGBNAN);
}

// violates: assertion: 0 has no exponent
void fail_ilogb(void) { assert(ilogb(at(0)) == 0); }

// checks: the exponent of two; EDOM for 0
void pass_llogb(void) {
    assert(llogb(at(20)) == 4);
    errno = 0;
    assert(llogb(at(0)) == FP_LLOGB0 && errno == EDOM);
}

// violates: assertion: 0 has no exponent
void fail_llogb(void) { assert(llogb(at(0)) == 0); }

// checks: the middle goes to the even number
void pass_lrint(void) { assert(lrint(at(2.5)) == 2 && lrint(at(-3.5)) == -4); }

// violates: assertion: not cut off
void fail_lrint(void) { assert(lrint(at(1.75)) < 2); }

// checks: the middle goes to the even number
void pass_llrint(void) { assert(llrint(at(2.5)) == 2 && llrint(at(-4294967296.0)) == -4294967296LL); }

// violates: assertion: not cut off
void fail_llrint(void) { assert(llrint(at(1.75)) < 2); }

// checks: the middle goes away from 0
void pass_lround(void) { assert(lround(at(2.5)) == 3 && lround(at(-2.5)) == -3); }

// violates: assertion: the middle does not go to the even number
void fail_lround(void) { assert(lround(at(2.5)) < 3); }

// checks: the middle goes away from 0
void pass_llround(void) { assert(llround(at(2.5)) == 3 && llround(at(4294967296.0)) == 4294967296LL); }

// violates: assertion: the middle does not go to the even number
void fail_llround(void) { assert(llround(at(2.5)) < 3); }

// checks: not equal to itself; the payload is a number
void pass_nan(void) { assert(isnan(nan("")) && isnan(nan("1")) && isnan(nan("x"))); }

// violates: assertion: a NaN is not equal to itself
void fail_nan(void) { assert(at(nan("")) == at(nan(""))); }

// checks: Bessel functions of any order
void pass_jn(void) {
    assert(jn(0, at(0.5)) == j0(at(0.5)) && jn(1, at(0.5)) == j1(at(0.5)));
    assert(jn(2, at(0.5)) > 0.03);
}

// violates: assertion: another order gives another result
void fail_jn(void) { assert(jn(2, at(0.5)) == jn(1, at(0.5))); }

// checks: Bessel functions of any order; EDOM below 0
void pass_yn(void) {
    assert(yn(0, at(1.5)) == y0(at(1.5)) && yn(1, at(2.5)) == y1(at(2.5)) && yn(2, at(0.5)) < -5);
    errno = 0;
    assert(isnan(yn(2, at(-1))) && errno == EDOM);
}

// violates: assertion: another order gives another result
void fail_yn(void) { assert(yn(2, at(0.5)) == yn(1, at(0.5))); }

// checks: false for infinity and NaN
void pass_finite(void) { assert(finite(at(1)) && !finite(at(INFINITY)) && !finite(at(NAN))); }

// violates: assertion: an infinity is not finite
void fail_finite(void) { assert(finite(at(INFINITY))); }

// checks: the sign of the infinity, 0 for other numbers
void pass_isinf(void) { assert((isinf)(at(INFINITY)) == 1 && (isinf)(at(-INFINITY)) == -1 && (isinf)(at(1)) == 0); }

// violates: assertion: an infinity is one
void fail_isinf(void) { assert((isinf)(at(INFINITY)) == 0); }

// checks: only NaN
void pass_isnan(void) { assert((isnan)(at(NAN)) && !(isnan)(at(INFINITY)) && !(isnan)(at(0))); }

// violates: assertion: NaN is one
void fail_isnan(void) { assert(!(isnan)(at(NAN))); }

// checks: the class of each kind of number
void pass_fpclassify(void) {
    assert(fpclassify(at(0)) == FP_ZERO && fpclassify(at(1)) == FP_NORMAL);
    assert(fpclassify(at(DBL_TRUE_MIN)) == FP_SUBNORMAL);
    assert(fpclassify(at(INFINITY)) == FP_INFINITE && fpclassify(at(NAN)) == FP_NAN);
    float f = FLT_TRUE_MIN;
    long double l = LDBL_TRUE_MIN;
    assert(fpclassify(f) == FP_SUBNORMAL && fpclassify(l) == FP_SUBNORMAL);
}

// violates: assertion: 0 is not a normal number
void fail_fpclassify(void) { assert(fpclassify(at(0)) == FP_NORMAL); }

// checks: also of 0 and for each type
void pass_signbit(void) {
    float f = -1;
    long double l = -1;
    assert(signbit(at(-0.0)) && !signbit(at(0)) && signbit(f) && signbit(l));
}

// violates: assertion: -0 has a sign
void fail_signbit(void) { assert(!signbit(at(-0.0))); }

// checks: false for infinity and NaN
void pass_isfinite(void) { assert(isfinite(at(1)) && !isfinite(at(INFINITY)) && !isfinite(at(NAN))); }

// violates: assertion: an infinity is not finite
void fail_isfinite(void) { assert(isfinite(at(INFINITY))); }

// checks: neither 0 nor subnormal, infinite or NaN
void pass_isnormal(void) { assert(isnormal(at(1)) && !isnormal(at(0)) && !isnormal(at(DBL_TRUE_MIN))); }

// violates: assertion: 0 is not normal
void fail_isnormal(void) { assert(isnormal(at(0))); }
