// SPDX-License-Identifier: Apache-2.0
// Unit tests of base: memory, growable arrays, arenas, text, diagnostics, files, tables.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/base.h"
#include "base/table.h"

static void memory_is_accounted(void **state) {
    (void)state;
    u64 before = mem_used();
    char *p = mem_alloc(100);
    assert_int_equal(mem_used(), before + 100);
    p = mem_grow(p, 100, 1000);
    assert_int_equal(mem_used(), before + 1000);
    char *z = mem_zalloc(64);
    for (int i = 0; i < 64; i++)
        assert_int_equal(z[i], 0);
    mem_free(z, 64);
    mem_free(p, 1000);
    mem_free(NULL, 5);
    assert_int_equal(mem_used(), before);
    mem_account(7);
    assert_int_equal(mem_used(), before + 7);
    mem_account(-7);
    assert_int_equal(mem_used(), before);
}

static void *allocate_much(void *arg) {
    for (int i = 0; i < 10000; i++)
        mem_free(mem_alloc(24), 24);
    return arg;
}

static void accounting_is_thread_safe(void **state) {
    (void)state;
    u64 before = mem_used();
    pthread_t threads[4];
    for (u32 i = 0; i < ARRAY_LEN(threads); i++)
        assert_int_equal(pthread_create(&threads[i], NULL, allocate_much, NULL), 0);
    for (u32 i = 0; i < ARRAY_LEN(threads); i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(mem_used(), before);
}

static void zero_sizes_are_fine(void **state) {
    (void)state;
    void *p = mem_alloc(0);
    assert_non_null(p);
    p = mem_grow(p, 0, 8);
    p = mem_grow(p, 8, 0);
    assert_non_null(p);
    mem_free(p, 0);
}

static void mapped_memory_is_zero(void **state) {
    (void)state;
    size_t size = (size_t)1 << 36;
    u8 *p = mem_map(size);
    assert_non_null(p);
    assert_int_equal(p[size - 1], 0);
    p[size - 1] = 1;
    mem_unmap(p, size);
}

// Exit code of a child that runs `body`.
static int exit_code_of(void (*body)(void)) {
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        // The messages are expected; do not show them among the results.
        if (!freopen("/dev/null", "w", stderr))
            _exit(98);
        body();
        _exit(99);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void end_with(void *arg, const char *why) { _exit(why ? 97 : *(int *)arg); }

static void exhaust_with_handler(void) {
    static int code = 42;
    mem_on_exhausted(end_with, &code);
    mem_alloc(SIZE_MAX / 2);
}

static void allocate_again(void *arg, const char *why) {
    (void)arg, (void)why;
    mem_alloc(SIZE_MAX / 2);
}

static void exhaust_in_handler(void) {
    mem_on_exhausted(allocate_again, NULL);
    mem_alloc(SIZE_MAX / 2);
}

static int give_44(void) { return 44; }

static void exhaust_in_handler_with_another(void) {
    mem_on_cut_short(give_44);
    exhaust_in_handler();
}

static void end_if_told(void *arg, const char *why) { _exit(why ? *(int *)arg : 97); }

// Not for lack of memory, but it ends in the same way.
static void overflow_table(void) {
    static int code = 43;
    u32 cap = 0;
    mem_on_exhausted(end_if_told, &code);
    vec_grow(NULL, &cap, (size_t)UINT32_MAX + 1, 1);
}

static void exhaust(void) { mem_alloc(SIZE_MAX / 2); }
static void break_a_claim(void) { ENSURE(1 + 1 == 3); }

static jmp_buf back;

static void jump_back(void *arg, const char *why) {
    (void)arg, (void)why;
    mem_recover();
    longjmp(back, 1);
}

// Memory can run out again after a handler that has left by a jump.
static void exhaust_twice(void) {
    volatile int n = 0;
    mem_on_exhausted(jump_back, NULL);
    if (setjmp(back))
        n++;
    if (n < 2)
        mem_alloc(SIZE_MAX / 2);
    mem_free(mem_alloc(1), 1);
    _exit(45);
}

static void ends_have_their_codes(void **state) {
    (void)state;
    assert_int_equal(exit_code_of(exhaust), 3);
    assert_int_equal(exit_code_of(exhaust_with_handler), 42);
    assert_int_equal(exit_code_of(overflow_table), 43);
    assert_int_equal(exit_code_of(exhaust_in_handler), 3);
    assert_int_equal(exit_code_of(exhaust_in_handler_with_another), 44);
    assert_int_equal(exit_code_of(exhaust_twice), 45);
    assert_int_equal(exit_code_of(break_a_claim), 4);
}

// This test program again, in a process of its own that makes ten allocations.
static const char *program_name;

static void run_allocator(void) { execl(program_name, program_name, "allocate", (char *)NULL); }

static void the_nth_allocation_fails(void **state) {
    (void)state;
    static const struct {
        const char *n;
        int code;
    } rows[] = {{"1", 3}, {"10", 3}, {"11", 0}, {"", 0}, {"10+", 3}, {"11+", 0}};
    for (u32 i = 0; i < ARRAY_LEN(rows); i++) {
        setenv("HEDDLE_FAIL_ALLOC", rows[i].n, 1);
        assert_int_equal(exit_code_of(run_allocator), rows[i].code);
    }
    unsetenv("HEDDLE_FAIL_ALLOC");
}

static void arrays_grow(void **state) {
    (void)state;
    u64 before = mem_used();
    u32 *v = NULL, len = 0, cap = 0;
    for (u32 i = 0; i < 1000; i++)
        VEC_PUSH(v, len, cap) = i;
    assert_int_equal(len, 1000);
    for (u32 i = 0; i < 1000; i++)
        assert_int_equal(v[i], i);
    VEC_RESERVE(v, len, cap, 5000);
    assert_true(cap >= 6000);
    assert_int_equal(v[999], 999);
    VEC_FREE(v, cap);
    assert_null(v);
    assert_int_equal(mem_used(), before);
}

static void arenas_give_cleared_aligned_memory(void **state) {
    (void)state;
    u64 before = mem_used();
    Arena *a = arena_new();
    static const size_t sizes[] = {0, 1, 15, 16, 17, 1000, 16383, 16384, 100000, 65536, 3};
    for (u32 round = 0; round < 50; round++) {
        for (u32 i = 0; i < ARRAY_LEN(sizes); i++) {
            u8 *p = arena_alloc(a, sizes[i]);
            assert_int_equal((uintptr_t)p % 16, 0);
            for (size_t k = 0; k < sizes[i]; k++)
                assert_int_equal(p[k], 0);
            memset(p, 0xff, sizes[i]);
        }
    }
    char *copy = arena_text(a, "thread");
    char *made = arena_printf(a, "%s %d", "thread", 7);
    assert_string_equal(copy, "thread");
    assert_string_equal(made, "thread 7");
    arena_free(a);
    arena_free(NULL);
    assert_int_equal(mem_used(), before);
}

static void text_grows_and_stays_terminated(void **state) {
    (void)state;
    Text t = {0};
    assert_string_equal(text_str(&t), "");
    text_clear(&t);
    text_add(&t, "%s", "");
    assert_string_equal(text_str(&t), "");
    for (int i = 0; i < 300; i++) {
        u32 before = t.len;
        text_add(&t, "%d,", i);
        assert_int_equal(strlen(t.s), t.len);
        assert_true(t.len > before);
    }
    text_clear(&t);
    text_bytes(&t, "a\0b", 3);
    assert_int_equal(t.len, 3);
    assert_int_equal(t.s[3], 0);
    text_done(&t);
    assert_string_equal(text_str(&t), "");
}

// Every length around the capacity: the terminator must not be lost.
static void text_fits_exactly(void **state) {
    (void)state;
    for (int n = 0; n < 70; n++) {
        Text t = {0};
        text_add(&t, "%*s", n, "");
        text_add(&t, "%s", "x");
        assert_int_equal(t.len, strlen(text_str(&t)));
        assert_true(t.len < t.cap);
        text_done(&t);
    }
}

static void patterns(void **state) {
    (void)state;
    assert_true(text_matches("", ""));
    assert_true(text_matches("*", ""));
    assert_true(text_matches("log_*", "log_line"));
    assert_true(text_matches("*/stats.c", "src/deep/stats.c"));
    assert_true(text_matches("a*b*c", "abbbxbc"));
    assert_true(text_matches("?b?", "abc"));
    assert_true(text_matches("**", "x"));
    assert_false(text_matches("?", ""));
    assert_false(text_matches("a", ""));
    assert_false(text_matches("", "a"));
    assert_false(text_matches("a*b*c", "abbbxb"));
    assert_false(text_matches("log", "log_line"));
}

static void distances(void **state) {
    (void)state;
    assert_int_equal(text_distance("", ""), 0);
    assert_int_equal(text_distance("abc", ""), 3);
    assert_int_equal(text_distance("", "abc"), 3);
    assert_int_equal(text_distance("search", "saerch"), 2);
    assert_int_equal(text_distance("kitten", "sitting"), 3);
    assert_int_equal(text_distance("--reduction", "--reducton"), 1);
}

static void the_last_message_stands(void **state) {
    (void)state;
    Diag d = {0};
    assert_string_equal(diag_text(&d), "");
    assert_false(diag_fail(&d, "first"));
    assert_false(diag_fail(&d, "second after %s", diag_text(&d)));
    assert_string_equal(diag_text(&d), "second after first");
    diag_done(&d);
    assert_false(diag_fail(NULL, "nobody listens"));
}

static void files_come_back(void **state) {
    (void)state;
    char path[] = "/tmp/heddle-unit-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    Text big = {0}, read = {0};
    for (int i = 0; i < 50000; i++)
        text_add(&big, "line %d\n", i);
    Diag d = {0};
    assert_true(file_write(path, big.s, big.len, &d));
    assert_true(file_read(path, &read, &d));
    assert_int_equal(read.len, big.len);
    assert_memory_equal(read.s, big.s, big.len);
    unlink(path);
    assert_false(file_read(path, &read, &d));
    assert_non_null(strstr(diag_text(&d), "No such file"));
    assert_false(file_read("/", &read, &d));
    assert_non_null(strstr(diag_text(&d), "directory"));
    assert_false(file_write("/dev/full", "x", 1, &d));
    assert_non_null(strstr(diag_text(&d), "/dev/full"));
    diag_done(&d);
    text_done(&big);
    text_done(&read);
}

static void tables_begin_empty(void **state) {
    (void)state;
    Table t = {0};
    u32 value = 7;
    u64 before = mem_used();
    assert_false(table_find(&t, 0, 1, &value));
    assert_int_equal(value, 0);
    table_clear(&t);
    table_done(&t);
    assert_int_equal(mem_used(), before);
    *table_add(&t, 0, 1) = 5;
    assert_true(mem_used() > before);
    assert_true(table_find(&t, 0, 1, &value));
    assert_int_equal(value, 5);
    assert_false(table_find(&t, 0, 2, &value));
    assert_false(table_find(&t, 1, 1, &value));
    table_done(&t);
    assert_int_equal(mem_used(), before);
}

static void tables_keep_zeros(void **state) {
    (void)state;
    Table t = {0};
    u32 value = 7;
    assert_int_equal(*table_add(&t, 3, 1), 0);
    assert_true(table_find(&t, 3, 1, &value));
    assert_int_equal(value, 0);
    assert_int_equal(*table_add(&t, 3, 1), 0);
    assert_int_equal(t.n, 1);
    table_done(&t);
}

// Words that differ in the highest bits alone, kinds that make up for words, and keys that all want
// the same slot as long as the table is small.
static void keys_that_collide_are_told_apart(void **state) {
    (void)state;
    enum { MANY = 1000 };
    Table t = {0};
    u64 words[MANY], next = 0;
    u32 value;
    for (u32 i = 0; i < MANY; i++) {
        while (hash_mix(next * 5 + 1) & 255)
            next++;
        words[i] = next++;
        *table_add(&t, words[i], 1) = i;
        *table_add(&t, words[i] | 1ull << 62, 1) = MANY + i;
        *table_add(&t, words[i] | 1ull << 63, 1) = 2 * MANY + i;
        *table_add(&t, words[i] - 1, 6) = 3 * MANY + i; // hashed as words[i]
    }
    assert_int_equal(t.n, 4 * MANY);
    for (u32 i = 0; i < MANY; i++) {
        assert_true(table_find(&t, words[i], 1, &value) && value == i);
        assert_true(table_find(&t, words[i] | 1ull << 62, 1, &value) && value == MANY + i);
        assert_true(table_find(&t, words[i] | 1ull << 63, 1, &value) && value == 2 * MANY + i);
        assert_true(table_find(&t, words[i] - 1, 6, &value) && value == 3 * MANY + i);
        assert_false(table_find(&t, words[i], 2, &value));
    }
    table_done(&t);
}

// A plain array says what must be in the table.
static void tables_grow_and_are_cleared(void **state) {
    (void)state;
    enum { WORDS = 5000, KINDS = 3, ADDED = 40000 };
    static u32 want[WORDS][KINDS];
    Table t = {0};
    u64 n = 0, seed = 1;
    for (u32 round = 0; round < 2; round++) {
        for (u32 i = 1; i <= (u32)ADDED >> 3 * round; i++) {
            u64 dice = hash_mix(seed++);
            u32 word = (u32)dice % WORDS, kind = (u32)(dice >> 32) % KINDS;
            u32 *value = table_add(&t, word, kind + 1);
            assert_int_equal(*value, want[word][kind]);
            n += want[word][kind] == 0;
            *value = want[word][kind] = i;
            assert_true(t.n == n && 2 * t.n <= t.mask + 1);
        }
        for (u32 i = 0; i < WORDS * KINDS; i++) {
            u32 value, must = want[i / KINDS][i % KINDS];
            assert_int_equal(table_find(&t, i / KINDS, i % KINDS + 1, &value), must != 0);
            assert_int_equal(value, must);
        }
        u64 slots = t.mask;
        table_clear(&t);
        memset(want, 0, sizeof want);
        n = 0;
        assert_true(t.n == 0 && t.mask == slots);
    }
    table_done(&t);
}

static void hashes_depend_on_all(void **state) {
    (void)state;
    u8 bytes[40] = {0};
    u64 hash = hash_bytes(bytes, sizeof bytes, 0);
    assert_true(hash == hash_bytes(bytes, sizeof bytes, 0));
    assert_true(hash != hash_bytes(bytes, sizeof bytes, 1));
    assert_true(hash != hash_bytes(bytes, sizeof bytes - 1, 0));
    for (u32 i = 0; i < sizeof bytes; i++) {
        bytes[i] = 1;
        assert_true(hash != hash_bytes(bytes, sizeof bytes, 0));
        bytes[i] = 0;
    }
}

static void time_goes_forward(void **state) {
    (void)state;
    double a = clock_seconds(), b = clock_seconds();
    assert_true(b >= a);
}

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "allocate") == 0) {
        for (int i = 0; i < 10; i++)
            mem_free(mem_alloc(8), 8);
        return 0;
    }
    program_name = argv[0];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_is_accounted),
        cmocka_unit_test(accounting_is_thread_safe),
        cmocka_unit_test(zero_sizes_are_fine),
        cmocka_unit_test(mapped_memory_is_zero),
        cmocka_unit_test(ends_have_their_codes),
        cmocka_unit_test(the_nth_allocation_fails),
        cmocka_unit_test(arrays_grow),
        cmocka_unit_test(arenas_give_cleared_aligned_memory),
        cmocka_unit_test(text_grows_and_stays_terminated),
        cmocka_unit_test(text_fits_exactly),
        cmocka_unit_test(patterns),
        cmocka_unit_test(distances),
        cmocka_unit_test(the_last_message_stands),
        cmocka_unit_test(files_come_back),
        cmocka_unit_test(hashes_depend_on_all),
        cmocka_unit_test(tables_begin_empty),
        cmocka_unit_test(tables_keep_zeros),
        cmocka_unit_test(keys_that_collide_are_told_apart),
        cmocka_unit_test(tables_grow_and_are_cleared),
        cmocka_unit_test(time_goes_forward),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
