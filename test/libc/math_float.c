// SPDX-License-Identifier: Apache-2.0
// Conformance tests: math.h, float
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>

// Keeps the compiler from computing the results itself.
static float at(volatile float x) { return x; }

// The last bits are the host's own.
static int near(float x, long double want) { return fabsl(x - want) <= 1e-6L * fabsl(want); }

// checks: acosf(0.5) is 1.0471976; NaN and EDOM outside its domain
void pass_acosf(void) {
    assert(near(acosf(at(0.5)), 1.04719755119659774613L));
    errno = 0;
    assert(isnan(acosf(at(2))) && errno == EDOM);
}

// violates: assertion: the result is not below 0
void fail_acosf(void) { assert(acosf(at(0.5)) <= 0); }

// checks: acoshf(1.5) is 0.96242365; NaN and EDOM outside its domain
void pass_acoshf(void) {
    assert(near(acoshf(at(1.5)), 0.962423650119206895053L));
    errno = 0;
    assert(isnan(acoshf(at(0.5))) && errno == EDOM);
}

// violates: assertion: the result is not below 0
void fail_acoshf(void) { assert(acoshf(at(1.5)) <= 0); }

// checks: asinf(0.5) is 0.52359878; NaN and EDOM outside its domain
void pass_asinf(void) {
    assert(near(asinf(at(0.5)), 0.523598775598298873067L));
    errno = 0;
    assert(isnan(asinf(at(-2))) && errno == EDOM);
}

// violates: assertion: the result is not below 0
void fail_asinf(void) { assert(asinf(at(0.5)) <= 0); }

// checks: asinhf(0.5) is 0.48121183
void pass_asinhf(void) { assert(near(asinhf(at(0.5)), 0.481211825059603447499L)); }

// violates: assertion: the result is not below 0
void fail_asinhf(void) { assert(asinhf(at(0.5)) <= 0); }

// checks: atanf(0.5) is 0.46364761
void pass_atanf(void) { assert(near(atanf(at(0.5)), 0.463647609000806116202L)); }

// violates: assertion: the result is not below 0
void fail_atanf(void) { assert(atanf(at(0.5)) <= 0); }

// checks: atanhf(0.5) is 0.54930614; NaN and EDOM outside its domain; infinity with ERANGE
void pass_atanhf(void) {
    assert(near(atanhf(at(0.5)), 0.54930614433405484568L));
    errno = 0;
    assert(isnan(atanhf(at(2))) && errno == EDOM);
    errno = 0;
    assert(isinf(atanhf(at(1))) && errno == ERANGE);
}

// violates: assertion: the result is not below 0
void fail_atanhf(void) { assert(atanhf(at(0.5)) <= 0); }

// checks: cbrtf(27.5) is 3.0184054
void pass_cbrtf(void) { assert(near(cbrtf(at(27.5)), 3.01840536839884294529L)); }

// violates: assertion: the result is not below 0
void fail_cbrtf(void) { assert(cbrtf(at(27.5)) <= 0); }

// checks: ceilf(1.25) is 2
void pass_ceilf(void) { assert(near(ceilf(at(1.25)), 2.0L)); }

// violates: assertion: the result is not below 0
void fail_ceilf(void) { assert(ceilf(at(1.25)) <= 0); }

// checks: cosf(0.5) is 0.87758256; NaN and EDOM outside its domain
void pass_cosf(void) {
    assert(near(cosf(at(0.5)), 0.87758256189037271613L));
    errno = 0;
    assert(isnan(cosf(at(INFINITY))) && errno == EDOM);
}

// violates: assertion: the result is not below 0
void fail_cosf(void) { assert(cosf(at(0.5)) <= 0); }

// checks: coshf(1.5) is 2.3524096; infinity with ERANGE
void pass_coshf(void) {
    assert(near(coshf(at(1.5)), 2.35240961524324732577L));
    errno = 0;
    assert(isinf(coshf(at(100000))) && errno == ERANGE);
}

// violates: assertion: the result is not below 0
void fail_coshf(void) { assert(coshf(at(1.5)) <= 0); }

// checks: erff(0.5) is 0.52049988
void pass_erff(void) { assert(near(erff(at(0.5)), 0.520499877813046537656L)); }

// violates: assertion: the result is not below 0
void fail_erff(void) { assert(erff(at(0.5)) <= 0); }

// checks: erfcf(0.5) is 0.47950012
void pass_erfcf(void) { assert(near(erfcf(at(0.5)), 0.479500122186953462317L)); }

// violates: assertion: the result is not below 0
void fail_erfcf(void) { assert(erfcf(at(0.5)) <= 0); }

// checks: expf(1.5) is 4.4816891; infinity with ERANGE
void pass_expf(void) {
    assert(near(expf(at(1.5)), 4.48168907033806482266L));
    errno = 0;
    assert(isinf(expf(at(100000))) && errno == ERANGE);
}

// violates: assertion: the result is not below 0
void fail_expf(void) { assert(expf(at(1.5)) <= 0); }

// checks: exp10f(1.5) is 31.622777; infinity with ERANGE
void pass_exp10f(void) {
    assert(near(exp10f(at(1.5)), 31.6227766016837933197L));
    errno = 0;
    assert(isinf(exp10f(at(100000))) && errno == ERANGE);
}

// violates: assertion: the result is not below 0
void fail_exp10f(void) { assert(exp10f(at(1.5)) <= 0); }

// checks: exp2f(1.5) is 2.8284271; infinity with ERANGE
void pass_exp2f(void) {
    assert(near(exp2f(at(1.5)), 2.82842712474619009753L));
    errno = 0;
    assert(isinf(exp2f(at(100000))) && errno == ERANGE);
}

// violates: assertion: the result is not below 0
void fail_exp2f(void) { assert(exp2f(at(1.5)) <= 0); }

// checks: expm1f(0.5) is 0.64872127; infinity with ERANGE
void pass_expm1f(void) {
    assert(near(expm1f(at(0.5)), 0.648721270700128146839L));
    errno = 0;
    assert(isinf(expm1f(at(100000))) && errno == ERANGE);
}

// violates: assertion: the result is not below 0
void fail_expm1f(void) { assert(expm1f(at(0.5)) <= 0); }

// checks: fabsf(-1.5) is 1.5
void pass_fabsf(void) { assert(near(fabsf(at(-1.5)), 1.5L)); }

// violates: assertion: the result is not below 0
void fail_fabsf(void) { assert(fabsf(at(-1.5)) <= 0); }

// checks: floorf(1.75) is 1
void pass_floorf(void) { assert(near(floorf(at(1.75)), 1.0L)); }

// violates: assertion: the result is not below 0
void fail_floorf(void) { assert(floorf(at(1.75)) <= 0); }

// checks: lgammaf(4.5) is 2.4537366; infinity with ERANGE
void pass_lgammaf(void) {
    assert(near(lgammaf(at(4.5)), 2.45373657084244222067L));
    errno = 0;
    assert(isinf(lgammaf(at(0))) && errno == ERANGE);
}

// violates: assertion: the result is not below 0
void fail_lgammaf(void) { assert(lgammaf(at(4.5)) <= 0); }

// checks: gammaf(4.5) is 2.4537366; infinity with ERANGE
void pass_gammaf(void) {
    assert(near(gammaf(at(4.5)), 2.45373657084244222067L));
    errno = 0;
    assert(isinf(gammaf(at(0))) && errno == ERANGE);
}

// violates: assertion: the result is not below 0
void fail_gammaf(void) { assert(gammaf(at(4.5)) <= 0); }

// checks: logf(2.5) is 0.91629073; NaN and EDOM outside its domain; infinity with ERANGE
void pass_logf(void) {
    assert(near(logf(at(2.5)), 0.916290731874155065179L));
    errno = 0;
    assert(isnan(logf(at(-1))) && errno == EDOM);
    errno = 0;
    assert(isinf(logf(at(0))) && errno == ERANGE);
}

// violates: assertion: the result is not below 0
void fail_logf(void) { assert(logf(at(2.5)) <= 0); }

// checks: log10f(2.5) is 0.39794001; NaN and EDOM outside its domain; infinity with ERANGE
void pass_log10f(void) {
    assert(near(log10f(at(2.5)), 0.397940008672037609576L));
    errno = 0;
    assert(isnan(log10f(at(-1))) && errno == EDOM);
    errno = 0;
    assert(isinf(log10f(at(0))) && errno == ERANGE);
}

// violates: assertion: the result is not below 0
void fail_log10f(void) { assert(log10f(at(2.5)) <= 0); }

// checks: log1pf(0.5) is 0.40546511; NaN and EDOM outside its domain; infinity with ERANGE
void pass_log1pf(void) {
    assert(near(log1pf(at(0.5)), 0.405465108108164381986L));
    errno = 0;
    assert(isnan(log1pf(at(-2))) && errno == EDOM);
    errno = 0;
    assert(isinf(log1pf(at(-1))) && errno == ERANGE);
}

// violates: assertion: the result is not below 0
void fail_log1pf(void) { assert(log1pf(at(0.5)) <= 0); }

// checks: log2f(2.5) is 1.3219281; NaN and EDOM outside its domain; infinity with ERANGE
void pass_log2f(void) {
    assert(near(log2f(at(2.5)), 1.32192809488736234781L));
    errno = 0;
    assert(isnan(log2f(at(-1))) && errno == EDOM);
    errno = 0;
    assert(isinf(log2f(at(0))) && errno == ERANGE);
}

// violates: assertion: the result is not below 0
void fail_log2f(void) { assert(log2f(at(2.5)) <= 0); }

// checks: logbf(20.5) is 4
void pass_logbf(void) { assert(near(logbf(at(20.5)), 4.0L)); }

// violates: assertion: the result is not below 0
void fail_logbf(void) { assert(logbf(at(20.5)) <= 0); }

// checks: nearbyintf(2.5) is 2
void pass_nearbyintf(void) { assert(near(nearbyintf(at(2.5)), 2.0L)); }

// violates: assertion: the result is not below 0
void fail_nearbyintf(void) { assert(nearbyintf(at(2.5)) <= 0); }

// checks: rintf(2.5) is 2
void pass_rintf(void) { assert(near(rintf(at(2.5)), 2.0L)); }

// violates: assertion: the result is not below 0
void fail_rintf(void) { assert(rintf(at(2.5)) <= 0); }

// checks: roundf(2.5) is 3
void pass_roundf(void) { assert(near(roundf(at(2.5)), 3.0L)); }

// violates: assertion: the result is not below 0
void fail_roundf(void) { assert(roundf(at(2.5)) <= 0); }

// checks: roundevenf(2.5) is 2
void pass_roundevenf(void) { assert(near(roundevenf(at(2.5)), 2.0L)); }

// violates: assertion: the result is not below 0
void fail_roundevenf(void) { assert(roundevenf(at(2.5)) <= 0); }

// checks: sinf(0.5) is 0.47942554; NaN and EDOM outside its domain
void pass_sinf(void) {
    assert(near(sinf(at(0.5)), 0.479425538604203000282L));
    errno = 0;
    assert(isnan(sinf(at(INFINITY))) && errno == EDOM);
}

// violates: assertion: the result is not below 0
void fail_sinf(void) { assert(sinf(at(0.5)) <= 0); }

// checks: sinhf(1.5) is 2.1292795; infinity with ERANGE
void pass_sinhf(void) {
    assert(near(sinhf(at(1.5)), 2.12927945509481749689L));
    errno = 0;
    assert(isinf(sinhf(at(100000))) && errno == ERANGE);
}

// violates: assertion: the result is not below 0
void fail_sinhf(void) { assert(sinhf(at(1.5)) <= 0); }

// checks: sqrtf(2.5) is 1.5811388; NaN and EDOM outside its domain
void pass_sqrtf(void) {
    assert(near(sqrtf(at(2.5)), 1.58113883008418966598L));
    errno = 0;
    assert(isnan(sqrtf(at(-1))) && errno == EDOM);
}

// violates: assertion: the result is not below 0
void fail_sqrtf(void) { assert(sqrtf(at(2.5)) <= 0); }

// checks: tanf(0.5) is 0.54630249; NaN and EDOM outside its domain
void pass_tanf(void) {
    assert(near(tanf(at(0.5)), 0.546302489843790513269L));
    errno = 0;
    assert(isnan(tanf(at(INFINITY))) && errno == EDOM);
}

// violates: assertion: the result is not below 0
void fail_tanf(void) { assert(tanf(at(0.5)) <= 0); }

// checks: tanhf(0.5) is 0.46211716
void pass_tanhf(void) { assert(near(tanhf(at(0.5)), 0.462117157260009758459L)); }

// violates: assertion: the result is not below 0
void fail_tanhf(void) { assert(tanhf(at(0.5)) <= 0); }

// checks: tgammaf(4.5) is 11.631728; NaN and EDOM outside its domain; infinity with ERANGE
void pass_tgammaf(void) {
    assert(near(tgammaf(at(4.5)), 11.6317283965674489292L));
    errno = 0;
    assert(isnan(tgammaf(at(-1))) && errno == EDOM);
    errno = 0;
    assert(isinf(tgammaf(at(0))) && errno == ERANGE);
}

// violates: assertion: the result is not below 0
void fail_tgammaf(void) { assert(tgammaf(at(4.5)) <= 0); }

// checks: truncf(2.75) is 2
void pass_truncf(void) { assert(near(truncf(at(2.75)), 2.0L)); }

// violates: assertion: the result is not below 0
void fail_truncf(void) { assert(truncf(at(2.75)) <= 0); }

// checks: j0f(0.5) is 0.93846981
void pass_j0f(void) { assert(near(j0f(at(0.5)), 0.938469807240812904224L)); }

// violates: assertion: the result is not below 0
void fail_j0f(void) { assert(j0f(at(0.5)) <= 0); }

// checks: j1f(0.5) is 0.24226846
void pass_j1f(void) { assert(near(j1f(at(0.5)), 0.24226845767487388638L)); }

// violates: assertion: the result is not below 0
void fail_j1f(void) { assert(j1f(at(0.5)) <= 0); }

// checks: y0f(1.5) is 0.38244892; NaN and EDOM outside its domain
void pass_y0f(void) {
    assert(near(y0f(at(1.5)), 0.382448923797758843964L));
    errno = 0;
    assert(isnan(y0f(at(-1))) && errno == EDOM);
}

// violates: assertion: the result is not below 0
void fail_y0f(void) { assert(y0f(at(1.5)) <= 0); }

// checks: y1f(2.5) is 0.14591814; NaN and EDOM outside its domain
void pass_y1f(void) {
    assert(near(y1f(at(2.5)), 0.145918137966785798869L));
    errno = 0;
    assert(isnan(y1f(at(-1))) && errno == EDOM);
}

// violates: assertion: the result is not below 0
void fail_y1f(void) { assert(y1f(at(2.5)) <= 0); }

// checks: significandf(20.5) is 1.28125
void pass_significandf(void) { assert(near(significandf(at(20.5)), 1.28125L)); }

// violates: assertion: the result is not below 0
void fail_significandf(void) { assert(significandf(at(20.5)) <= 0); }

// checks: the number next to 1.5
void pass_nextupf(void) { assert(nextupf(at(1.5)) == 1.5F + FLT_EPSILON); }

// violates: assertion: the next number is another one
void fail_nextupf(void) { assert(nextupf(at(1.5)) == 1.5); }

// checks: the number next to 1.5
void pass_nextdownf(void) { assert(nextdownf(at(1.5)) == 1.5F - FLT_EPSILON); }

// violates: assertion: the next number is another one
void fail_nextdownf(void) { assert(nextdownf(at(1.5)) == 1.5); }

// checks: atan2f(0.5, 1.5) is 0.32175055
void pass_atan2f(void) { assert(near(atan2f(at(0.5), at(1.5)), 0.321750554396642193399L)); }

// violates: assertion: the result is not below 0
void fail_atan2f(void) { assert(atan2f(at(0.5), at(1.5)) <= 0); }

// checks: copysignf(-1.5, 1) is 1.5
void pass_copysignf(void) { assert(near(copysignf(at(-1.5), at(1)), 1.5L)); }

// violates: assertion: the result is not below 0
void fail_copysignf(void) { assert(copysignf(at(-1.5), at(1)) <= 0); }

// checks: dremf(5.5, 2) is -0.5; NaN and EDOM outside its domain
void pass_dremf(void) {
    assert(near(dremf(at(5.5), at(2)), -0.5L));
    errno = 0;
    assert(isnan(dremf(at(1), at(0))) && errno == EDOM);
}

// violates: assertion: the result is not above 0
void fail_dremf(void) { assert(dremf(at(5.5), at(2)) >= 0); }

// checks: fdimf(5.5, 2) is 3.5
void pass_fdimf(void) { assert(near(fdimf(at(5.5), at(2)), 3.5L)); }

// violates: assertion: the result is not below 0
void fail_fdimf(void) { assert(fdimf(at(5.5), at(2)) <= 0); }

// checks: fmaxf(1.5, 2.5) is 2.5
void pass_fmaxf(void) { assert(near(fmaxf(at(1.5), at(2.5)), 2.5L)); }

// violates: assertion: the result is not below 0
void fail_fmaxf(void) { assert(fmaxf(at(1.5), at(2.5)) <= 0); }

// checks: fminf(1.5, 2.5) is 1.5
void pass_fminf(void) { assert(near(fminf(at(1.5), at(2.5)), 1.5L)); }

// violates: assertion: the result is not below 0
void fail_fminf(void) { assert(fminf(at(1.5), at(2.5)) <= 0); }

// checks: fmodf(5.5, 2) is 1.5; NaN and EDOM outside its domain
void pass_fmodf(void) {
    assert(near(fmodf(at(5.5), at(2)), 1.5L));
    errno = 0;
    assert(isnan(fmodf(at(1), at(0))) && errno == EDOM);
}

// violates: assertion: the result is not below 0
void fail_fmodf(void) { assert(fmodf(at(5.5), at(2)) <= 0); }

// checks: hypotf(3, 4) is 5
void pass_hypotf(void) { assert(near(hypotf(at(3), at(4)), 5.0L)); }

// violates: assertion: the result is not below 0
void fail_hypotf(void) { assert(hypotf(at(3), at(4)) <= 0); }

// checks: the number next to 1.5
void pass_nextafterf(void) { assert(nextafterf(at(1.5), at(2)) == 1.5F + FLT_EPSILON); }

// violates: assertion: the next number is another one
void fail_nextafterf(void) { assert(nextafterf(at(1.5), at(2)) == 1.5); }

// checks: the number next to 1.5
void pass_nexttowardf(void) { assert(nexttowardf(at(1.5), at(2)) == 1.5F + FLT_EPSILON); }

// violates: assertion: the next number is another one
void fail_nexttowardf(void) { assert(nexttowardf(at(1.5), at(2)) == 1.5); }

// checks: powf(2.5, 1.5) is 3.9528471; NaN and EDOM outside its domain; infinity with ERANGE
void pass_powf(void) {
    assert(near(powf(at(2.5), at(1.5)), 3.95284707521047416496L));
    errno = 0;
    assert(isnan(powf(at(-1), at(0.5))) && errno == EDOM);
    errno = 0;
    assert(isinf(powf(at(0), at(-1))) && errno == ERANGE);
    errno = 0;
    assert(isinf(powf(at(10), at(100000))) && errno == ERANGE);
}

// violates: assertion: the result is not below 0
void fail_powf(void) { assert(powf(at(2.5), at(1.5)) <= 0); }

// checks: remainderf(6.5, 2) is 0.5; NaN and EDOM outside its domain
void pass_remainderf(void) {
    assert(near(remainderf(at(6.5), at(2)), 0.5L));
    errno = 0;
    assert(isnan(remainderf(at(1), at(0))) && errno == EDOM);
}

// violates: assertion: the result is not below 0
void fail_remainderf(void) { assert(remainderf(at(6.5), at(2)) <= 0); }

// checks: scalbf(1.5, 3) is 12; NaN and EDOM outside its domain
void pass_scalbf(void) {
    assert(near(scalbf(at(1.5), at(3)), 12.0L));
    errno = 0;
    assert(isnan(scalbf(at(1.5), at(0.5))) && errno == EDOM);
}

// violates: assertion: the result is not below 0
void fail_scalbf(void) { assert(scalbf(at(1.5), at(3)) <= 0); }

// checks: a fraction in [0.5, 1) and an exponent of two; 0 and infinity stay
void pass_frexpf(void) {
    int e;
    assert(frexpf(at(-20), &e) == -0.625 && e == 5);
    assert(frexpf(at(0), &e) == 0 && e == 0);
    assert(frexpf(at(FLT_TRUE_MIN), &e) == 0.5 && e == -148);
    assert(isinf(frexpf(at(INFINITY), &e)));
}

// violates: null-dereference: there is no place for the exponent
void fail_frexpf(void) {
    int *volatile none = NULL;
    assert(frexpf(at(1), none) == 0.5);
}

// checks: the whole part and the fraction, both with the sign
void pass_modff(void) {
    float whole;
    assert(modff(at(-2.75), &whole) == -0.75 && whole == -2);
    assert(modff(at(INFINITY), &whole) == 0 && isinf(whole));
}

// violates: null-dereference: there is no place for the whole part
void fail_modff(void) {
    float *volatile none = NULL;
    assert(modff(at(1), none) == 0);
}

// checks: both results
void pass_sincosf(void) {
    float s, c;
    sincosf(at(0.5), &s, &c);
    assert(s == sinf(at(0.5)) && c == cosf(at(0.5)));
}

// violates: null-dereference: there is no place for the cosine
void fail_sincosf(void) {
    float s, *volatile none = NULL;
    sincosf(at(0.5), &s, none);
}

// checks: the remainder and the last bits of the quotient
void pass_remquof(void) {
    int q;
    assert(remquof(at(11), at(4), &q) == -1 && q == 3);
    assert(remquof(at(-10), at(4), &q) == -2 && q == -2);
    assert(remquof(at(7), at(2), &q) == -1 && q == 4);
}

// violates: null-dereference: there is no place for the quotient
void fail_remquof(void) {
    int *volatile none = NULL;
    assert(remquof(at(11), at(4), none) == -1);
}

// checks: the sign of gamma is stored
void pass_lgammaf_r(void) {
    int sign = 0;
    assert(near(lgammaf_r(at(4.5), &sign), 2.45373657084244222051L) && sign == 1);
    assert(lgammaf_r(at(-0.5), &sign) > 1 && sign == -1);
    errno = 0;
    assert(isinf(lgammaf_r(at(0), &sign)) && errno == ERANGE);
}

// violates: null-dereference: there is no place for the sign
void fail_lgammaf_r(void) {
    int *volatile none = NULL;
    assert(lgammaf_r(at(1), none) == 0);
}

// checks: the sign of gamma is in signgam
void pass_lgammaf__sign(void) {
    assert(lgammaf(at(-0.5)) > 1 && signgam == -1 && lgammaf(at(3)) > 0 && signgam == 1);
}

// checks: rounded once
void pass_fmaf(void) {
    assert(fmaf(at(2), at(3), at(4)) == 10);
    float x = 1 + FLT_EPSILON;
    assert(fmaf(at(x), at(x), at(-(1 + 2 * FLT_EPSILON))) == FLT_EPSILON * FLT_EPSILON);
}

// violates: assertion: product and sum are not rounded one after the other
void fail_fmaf(void) {
    float x = 1 + FLT_EPSILON;
    assert(fmaf(at(x), at(x), at(-(1 + 2 * FLT_EPSILON))) == 0);
}

// checks: times a power of two; too large is ERANGE, too small too
void pass_ldexpf(void) {
    assert(ldexpf(at(1.5), 4) == 24);
    errno = 0;
    assert(isinf(ldexpf(at(1), 100000)) && errno == ERANGE);
    errno = 0;
    assert(ldexpf(at(1), -100000) == 0 && errno == ERANGE);
}

// violates: assertion: the exponent is of two, not of ten
void fail_ldexpf(void) { assert(ldexpf(at(1), 1) <= 0 || ldexpf(at(1), 1) == 10); }

// checks: times a power of two; too large is ERANGE
void pass_scalbnf(void) {
    assert(scalbnf(at(1.5), -1) == 0.75);
    errno = 0;
    assert(isinf(scalbnf(at(1), INT_MAX)) && errno == ERANGE);
}

// violates: assertion: the result grows
void fail_scalbnf(void) { assert(scalbnf(at(1.5), 3) < 1.5); }

// checks: times a power of two; too large is ERANGE
void pass_scalblnf(void) {
    assert(scalblnf(at(1.5), 2L) == 6);
    errno = 0;
    assert(isinf(scalblnf(at(1), LONG_MAX)) && errno == ERANGE);
}

// violates: assertion: the result grows
void fail_scalblnf(void) { assert(scalblnf(at(1.5), 3L) < 1.5); }

// checks: the exponent of two; EDOM for 0, infinity and NaN
void pass_ilogbf(void) {
    assert(ilogbf(at(20)) == 4 && ilogbf(at(0.75)) == -1);
    errno = 0;
    assert(ilogbf(at(0)) == FP_ILOGB0 && errno == EDOM);
    errno = 0;
    assert(ilogbf(at(INFINITY)) == INT_MAX && errno == EDOM && ilogbf(at(NAN)) == FP_ILOGBNAN);
}

// violates: assertion: 0 has no exponent
void fail_ilogbf(void) { assert(ilogbf(at(0)) == 0); }

// checks: the exponent of two; EDOM for 0
void pass_llogbf(void) {
    assert(llogbf(at(20)) == 4);
    errno = 0;
    assert(llogbf(at(0)) == FP_LLOGB0 && errno == EDOM);
}

// violates: assertion: 0 has no exponent
void fail_llogbf(void) { assert(llogbf(at(0)) == 0); }

// checks: the middle goes to the even number
void pass_lrintf(void) { assert(lrintf(at(2.5)) == 2 && lrintf(at(-3.5)) == -4); }

// violates: assertion: not cut off
void fail_lrintf(void) { assert(lrintf(at(1.75)) < 2); }

// checks: the middle goes to the even number
void pass_llrintf(void) { assert(llrintf(at(2.5)) == 2 && llrintf(at(-4294967296.0)) == -4294967296LL); }

// violates: assertion: not cut off
void fail_llrintf(void) { assert(llrintf(at(1.75)) < 2); }

// checks: the middle goes away from 0
void pass_lroundf(void) { assert(lroundf(at(2.5)) == 3 && lroundf(at(-2.5)) == -3); }

// violates: assertion: the middle does not go to the even number
void fail_lroundf(void) { assert(lroundf(at(2.5)) < 3); }

// checks: the middle goes away from 0
void pass_llroundf(void) { assert(llroundf(at(2.5)) == 3 && llroundf(at(4294967296.0)) == 4294967296LL); }

// violates: assertion: the middle does not go to the even number
void fail_llroundf(void) { assert(llroundf(at(2.5)) < 3); }

// checks: not equal to itself; the payload is a number
void pass_nanf(void) { assert(isnan(nanf("")) && isnan(nanf("1")) && isnan(nanf("x"))); }

// violates: assertion: a NaN is not equal to itself
void fail_nanf(void) { assert(at(nanf("")) == at(nanf(""))); }

// checks: Bessel functions of any order
void pass_jnf(void) {
    assert(jnf(0, at(0.5)) == j0f(at(0.5)) && jnf(1, at(0.5)) == j1f(at(0.5)));
    assert(jnf(2, at(0.5)) > 0.03);
}

// violates: assertion: another order gives another result
void fail_jnf(void) { assert(jnf(2, at(0.5)) == jnf(1, at(0.5))); }

// checks: Bessel functions of any order; EDOM below 0
void pass_ynf(void) {
    assert(ynf(0, at(1.5)) == y0f(at(1.5)) && ynf(1, at(2.5)) == y1f(at(2.5)) && ynf(2, at(0.5)) < -5);
    errno = 0;
    assert(isnan(ynf(2, at(-1))) && errno == EDOM);
}

// violates: assertion: another order gives another result
void fail_ynf(void) { assert(ynf(2, at(0.5)) == ynf(1, at(0.5))); }

// checks: false for infinity and NaN
void pass_finitef(void) { assert(finitef(at(1)) && !finitef(at(INFINITY)) && !finitef(at(NAN))); }

// violates: assertion: an infinity is not finite
void fail_finitef(void) { assert(finitef(at(INFINITY))); }

// checks: the sign of the infinity, 0 for other numbers
void pass_isinff(void) { assert((isinff)(at(INFINITY)) == 1 && (isinff)(at(-INFINITY)) == -1 && (isinff)(at(1)) == 0); }

// violates: assertion: an infinity is one
void fail_isinff(void) { assert((isinff)(at(INFINITY)) == 0); }

// checks: only NaN
void pass_isnanf(void) { assert((isnanf)(at(NAN)) && !(isnanf)(at(INFINITY)) && !(isnanf)(at(0))); }

// violates: assertion: NaN is one
void fail_isnanf(void) { assert(!(isnanf)(at(NAN))); }
