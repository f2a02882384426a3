// SPDX-License-Identifier: Apache-2.0
// Streams on files. words.txt is "alpha 1\nbeta 22\ngamma 333\n", input.txt "12 0x1f 3.5 word\nline two\nlast".
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#pragma clang diagnostic ignored "-Wdeprecated-declarations"
#pragma clang diagnostic ignored "-Wfortify-source"

#define WORDS "test/libc/data/words.txt"
#define NEW "/tmp/heddle-test-new"
#define OTHER "/tmp/heddle-test-other"

static int is(const char *got, const char *want) { return strcmp(got, want) == 0; }

static FILE *nothing(void) {
    FILE *volatile f = NULL;
    return f;
}

// A file with this text, at its start.
static FILE *with(const char *text) {
    FILE *f = tmpfile();
    fputs(text, f);
    rewind(f);
    return f;
}

static FILE *closed(void) {
    FILE *f = tmpfile();
    fclose(f);
    return f;
}

// ---- fopen, fclose ------------------------------------------------------------------------------

// checks: a file that the user gave can be read; others are missing
// options: --file test/libc/data/words.txt
void pass_fopen(void) {
    char b[40] = "";
    FILE *f = fopen(WORDS, "r");
    assert(f && fileno(f) >= 3);
    assert(fread(b, 1, sizeof b, f) == 26 && is(b, "alpha 1\nbeta 22\ngamma 333\n"));
    assert(fclose(f) == 0);
    assert(!fopen("/no/such/file", "r") && errno == ENOENT);
    assert(!fopen("/no/such/file", "r+") && errno == ENOENT);
    assert(!fopen(WORDS, "q") && errno == EINVAL);
}

// checks: what is written can be read back; w empties, a appends, x wants a new file
void pass_fopen__write(void) {
    char b[20] = "";
    remove(NEW);
    FILE *f = fopen(NEW, "wx");
    assert(f && fputs("one", f) >= 0 && fclose(f) == 0);
    assert(!fopen(NEW, "wx") && errno == EEXIST);
    f = fopen(NEW, "a");
    assert(f && ftell(f) == 3 && fputs("two", f) >= 0 && fclose(f) == 0);
    f = fopen(NEW, "r");
    assert(f && fgets(b, sizeof b, f) && is(b, "onetwo") && fclose(f) == 0);
    f = fopen(NEW, "r+");
    assert(f && fputs("ONE", f) >= 0 && fseek(f, 0, SEEK_SET) == 0 && fgets(b, sizeof b, f) && is(b, "ONEtwo"));
    fclose(f);
    f = fopen(NEW, "a+");
    assert(f && fgetc(f) == 'O' && fseek(f, 0, SEEK_SET) == 0 && fputs("!", f) >= 0);
    assert(fseek(f, 0, SEEK_SET) == 0 && fgets(b, sizeof b, f) && is(b, "ONEtwo!"));
    fclose(f);
    f = fopen(NEW, "w+");
    assert(f && fgetc(f) == EOF);
    fclose(f);
    remove(NEW);
}

// checks: a file that the user gave can be changed; ./ in front of a name means nothing
// options: --file heddle-words.txt=test/libc/data/words.txt
void pass_fopen__given(void) {
    FILE *f = fopen("heddle-words.txt", "r+");
    if (!f)
        return;
    assert(fputs("ALPHA", f) >= 0);
    fclose(f);
    char b[20];
    f = fopen("./heddle-words.txt", "r");
    assert(f && fgets(b, sizeof b, f) && is(b, "ALPHA 1\n"));
    fclose(f);
}

// violates: assertion: without --file, the file is missing
void fail_fopen(void) { assert(fopen(WORDS, "r")); }

// violates: null-dereference: a missing file is read
void fail_fopen__missing(void) { fgetc(fopen("/no/such/file", "r")); }

// violates: leak: the stream is forgotten
// options: --property leak
void fail_fopen__leak(void) {
    FILE *f = fopen(NEW, "w");
    fputs("x", f);
    f = NULL;
}

// checks: the descriptor is free again
void pass_fclose(void) {
    FILE *f = tmpfile();
    int fd = fileno(f);
    assert(fclose(f) == 0);
    f = tmpfile();
    assert(fileno(f) == fd && fclose(f) == 0);
    assert(fclose(stdin) == 0);
    assert(fclose(stdout) == 0);
}

// violates: use-after-free: closed twice
void fail_fclose(void) { fclose(closed()); }

// violates: null-dereference: no stream
void fail_fclose__null(void) { fclose(nothing()); }

// violates: use-after-free: standard input is closed
void fail_fclose__stdin(void) {
    fclose(stdin);
    getchar();
}

static void *closes(void *f) {
    fclose(f);
    return NULL;
}

// violates: use-after-free: the stream is closed while another thread uses it
void fail_fclose__threads(void) {
    pthread_t t;
    FILE *f = tmpfile();
    pthread_create(&t, NULL, closes, f);
    fputc('x', f);
    pthread_join(t, NULL);
}

// checks: another file for the same stream; standard input too
// options: --file test/libc/data/words.txt
void pass_freopen(void) {
    char b[20];
    FILE *f = with("x");
    int fd = fileno(f);
    assert(freopen(WORDS, "r", f) == f && fileno(f) == fd && fgets(b, sizeof b, f) && is(b, "alpha 1\n"));
    fclose(f);
    assert(freopen(WORDS, "r", stdin) == stdin && getchar() == 'a');
    assert(!freopen("/no/such/file", "r", tmpfile()) && errno == ENOENT);
    assert(freopen("/dev/null", "w", stdout) == stdout);
}

// violates: use-after-free: after a failure the stream is closed
void fail_freopen(void) {
    FILE *f = tmpfile();
    if (!freopen("/no/such/file", "r", f))
        fgetc(f);
}

// unknown: freopen of stdout
void refuse_freopen(void) { freopen(NEW, "w", stdout); }

// checks: a stream for a descriptor
void pass_fdopen(void) {
    FILE *f = fdopen(1, "w");
    assert(f && fputs("x\n", f) >= 0 && fileno(f) == 1);
    assert(!fdopen(77, "r") && errno == EBADF);
    assert(!fdopen(1, "q") && errno == EINVAL);
    int fd = open(NEW, O_CREAT | O_RDWR | O_TRUNC, 0600);
    f = fdopen(fd, "w+");
    assert(f && fputs("ab", f) >= 0);
    rewind(f);
    assert(fgetc(f) == 'a' && fclose(f) == 0 && close(fd) == -1 && errno == EBADF);
    fd = open(NEW, O_RDONLY);
    assert(!fdopen(fd, "w") && errno == EINVAL);
    unlink(NEW);
}

// violates: assertion: standard input is empty
void fail_fdopen(void) {
    FILE *f = fdopen(0, "r");
    assert(fgetc(f) != EOF);
}

// checks: empty, for reading and writing
void pass_tmpfile(void) {
    FILE *f = tmpfile(), *g = tmpfile();
    assert(f && g && fgetc(f) == EOF && fputs("f", f) >= 0 && fputs("g", g) >= 0);
    rewind(f);
    assert(fgetc(f) == 'f' && fgetc(f) == EOF);
    fclose(f), fclose(g);
}

// violates: null-dereference: there may be no memory for it
// options: --malloc-may-fail
void fail_tmpfile(void) { fputs("x", tmpfile()); }

// checks: reading, writing and appending in the user's buffer
void pass_fmemopen(void) {
    char b[8] = "abc", c[8];
    FILE *f = fmemopen(b, 3, "r");
    assert(f && fgets(c, 8, f) && is(c, "abc") && fgetc(f) == EOF);
    fclose(f);
    f = fmemopen(b, sizeof b, "w");
    assert(f && fprintf(f, "%d", 12) == 2 && fflush(f) == 0 && is(b, "12"));
    fclose(f);
    f = fmemopen(b, sizeof b, "a");
    assert(f && fputs("34", f) >= 0 && fclose(f) == 0 && is(b, "1234"));
    f = fmemopen(b, sizeof b, "r+");
    assert(f && fseek(f, 1, SEEK_SET) == 0 && fgetc(f) == '2' && ftell(f) == 2);
    fclose(f);
}

// violates: out-of-bounds: the buffer is smaller than said
void fail_fmemopen(void) {
    char b[2];
    FILE *f = fmemopen(b, 10, "w");
    fputs("hello", f);
    fclose(f);
}

// checks: the text is in new memory when the stream is flushed or closed
void pass_open_memstream(void) {
    char *p = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&p, &n);
    assert(f && fprintf(f, "%s %d", "abc", 12) == 6 && fflush(f) == 0 && n == 6 && is(p, "abc 12"));
    assert(fputc('!', f) == '!' && fclose(f) == 0 && n == 7 && is(p, "abc 12!"));
    free(p);
}

// violates: leak: the memory is the user's
// options: --property leak
void fail_open_memstream(void) {
    char *p = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&p, &n);
    fputs("abc", f);
    fclose(f);
    p = NULL;
}

// ---- characters ---------------------------------------------------------------------------------

// checks: bytes as unsigned characters, then EOF; a stream for writing only gives EBADF
void pass_fgetc(void) {
    FILE *f = with("a\xff");
    assert(fgetc(f) == 'a' && fgetc(f) == 0xff && fgetc(f) == EOF && feof(f) && !ferror(f));
    fclose(f);
    f = fopen("/dev/null", "w");
    errno = 0;
    assert(fgetc(f) == EOF && errno == EBADF && ferror(f) && !feof(f));
    fclose(f);
}

// violates: use-after-free: the stream was closed
void fail_fgetc(void) { fgetc(closed()); }

// checks: as fgetc
void pass_getc(void) {
    FILE *f = with("ab");
    assert(getc(f) == 'a' && getc(f) == 'b' && getc(f) == EOF);
    fclose(f);
}

// violates: null-dereference: no stream
void fail_getc(void) { getc(nothing()); }

// checks: standard input
// options: --stdin test/libc/data/input.txt
void pass_getchar(void) {
    assert(getchar() == '1' && getchar() == '2' && getchar() == ' ');
    int n = 3;
    while (getchar() != EOF)
        n++;
    assert(n == 30 && feof(stdin) && getchar() == EOF);
}

// violates: assertion: without a file, standard input is empty
void fail_getchar(void) { assert(getchar() != EOF); }

// checks: as getc
void pass_getc_unlocked(void) {
    FILE *f = with("ab");
    assert(getc_unlocked(f) == 'a' && getc_unlocked(f) == 'b' && getc_unlocked(f) == EOF);
    fclose(f);
}

// violates: use-after-free: the stream was closed
void fail_getc_unlocked(void) { getc_unlocked(closed()); }

// checks: as getchar
// options: --stdin test/libc/data/input.txt
void pass_getchar_unlocked(void) { assert(getchar_unlocked() == '1' && getchar_unlocked() == '2'); }

// violates: assertion: without a file, standard input is empty
void fail_getchar_unlocked(void) { assert(getchar_unlocked() != EOF); }

// checks: as fgetc
void pass_fgetc_unlocked(void) {
    FILE *f = with("ab");
    assert(fgetc_unlocked(f) == 'a' && fgetc_unlocked(f) == 'b' && fgetc_unlocked(f) == EOF);
    fclose(f);
}

// violates: use-after-free: the stream was closed
void fail_fgetc_unlocked(void) { fgetc_unlocked(closed()); }

// checks: the bytes of an int; EOF if there are fewer
void pass_getw(void) {
    FILE *f = with("abcdef");
    assert(getw(f) == 0x64636261 && getw(f) == EOF && feof(f));
    fclose(f);
}

// violates: use-after-free: the stream was closed
void fail_getw(void) { getw(closed()); }

// checks: the characters come back, last first; the end of the file is forgotten
void pass_ungetc(void) {
    FILE *f = with("a");
    assert(ungetc(EOF, f) == EOF && fgetc(f) == 'a' && fgetc(f) == EOF && feof(f));
    assert(ungetc('x', f) == 'x' && !feof(f) && fgetc(f) == 'x' && fgetc(f) == EOF);
    rewind(f);
    assert(ungetc('p', f) == 'p' && ungetc('q', f) == 'q' && fgetc(f) == 'q' && fgetc(f) == 'p' && fgetc(f) == 'a');
    fclose(f);
}

// violates: use-after-free: the stream was closed
void fail_ungetc(void) { ungetc('a', closed()); }

// unknown: pushed back
void refuse_ungetc(void) {
    FILE *f = with("a");
    for (int i = 0; i < 5; i++)
        ungetc('x', f);
}

// ---- lines --------------------------------------------------------------------------------------

// checks: one line with its newline, or as much as fits; NULL at the end
void pass_fgets(void) {
    char b[5] = "zzzz";
    FILE *f = with("ab\nlonger\nx");
    assert(fgets(b, 5, f) == b && is(b, "ab\n"));
    assert(fgets(b, 5, f) && is(b, "long") && fgets(b, 5, f) && is(b, "er\n"));
    assert(fgets(b, 5, f) && is(b, "x") && feof(f) && !fgets(b, 5, f) && is(b, "x"));
    rewind(f);
    assert(fgets(b, 1, f) && is(b, ""));
    fclose(f);
}

// violates: out-of-bounds: the buffer is smaller than said
void fail_fgets(void) {
    char b[3];
    fgets(b, 10, with("hello"));
}

// checks: as fgets
void pass_fgets_unlocked(void) {
    char b[5];
    FILE *f = with("ab\nc");
    assert(fgets_unlocked(b, 5, f) && is(b, "ab\n"));
    fclose(f);
}

// violates: use-after-free: the stream was closed
void fail_fgets_unlocked(void) {
    char b[5];
    fgets_unlocked(b, 5, closed());
}

extern char *gets(char *b);

// checks: a line without its newline
// options: --stdin test/libc/data/input.txt
void pass_gets(void) {
    char b[40];
    assert(gets(b) == b && is(b, "12 0x1f 3.5 word") && gets(b) && gets(b) && is(b, "last") && !gets(b));
}

// violates: out-of-bounds: nothing keeps the line from being longer
// options: --stdin test/libc/data/input.txt
void fail_gets(void) {
    char b[10];
    gets(b);
}

// checks: lines of any length in memory that grows; -1 at the end
void pass_getline(void) {
    char *line = NULL;
    size_t size = 0;
    FILE *f = with("ab\nlonger\nx");
    assert(getline(&line, &size, f) == 3 && is(line, "ab\n") && size >= 4);
    assert(getline(&line, &size, f) == 7 && is(line, "longer\n"));
    assert(getline(&line, &size, f) == 1 && is(line, "x") && getline(&line, &size, f) == -1 && feof(f));
    free(line);
    assert(getline(NULL, &size, f) == -1 && errno == EINVAL);
    fclose(f);
}

// violates: leak: the line is the user's to free
// options: --property leak
void fail_getline(void) {
    char *line = NULL;
    size_t size = 0;
    FILE *f = with("ab\n");
    getline(&line, &size, f);
    fclose(f);
    line = NULL;
}

// violates: invalid-free: the line must come from malloc
void fail_getline__memory(void) {
    char b[2], *line = b;
    size_t size = 2;
    getline(&line, &size, with("abc\n"));
}

// checks: up to any character
void pass_getdelim(void) {
    char *text = malloc(1);
    size_t size = 1;
    FILE *f = with("a;bc;d");
    assert(getdelim(&text, &size, ';', f) == 2 && is(text, "a;") && getdelim(&text, &size, ';', f) == 3 && is(text, "bc;"));
    assert(getdelim(&text, &size, ';', f) == 1 && is(text, "d") && getdelim(&text, &size, ';', f) == -1);
    free(text);
    fclose(f);
}

// violates: out-of-bounds: the size is larger than the memory
void fail_getdelim(void) {
    char *text = malloc(2);
    size_t size = 100;
    getdelim(&text, &size, ';', with("abcdef"));
}

// ---- items --------------------------------------------------------------------------------------

// checks: whole items; what was pushed back comes first
void pass_fread(void) {
    char b[10] = "";
    FILE *f = with("abcdefg");
    assert(fread(b, 2, 2, f) == 2 && is(b, "abcd") && fread(b, 0, 2, f) == 0 && fread(b, 1, 0, f) == 0);
    ungetc('X', f);
    assert(fread(b, 1, 2, f) == 2 && b[0] == 'X' && b[1] == 'e');
    assert(fread(b, 2, 2, f) == 1 && feof(f) && fread(b, 1, 1, f) == 0);
    fclose(f);
    f = fopen("/dev/null", "w");
    assert(fread(b, 1, 1, f) == 0 && ferror(f) && errno == EBADF);
    fclose(f);
}

// violates: out-of-bounds: the buffer is smaller than said
void fail_fread(void) {
    char b[3];
    fread(b, 1, 5, with("hello"));
}

// checks: as fread
void pass_fread_unlocked(void) {
    char b[10] = "";
    FILE *f = with("abcdefg");
    assert(fread_unlocked(b, 1, 9, f) == 7 && is(b, "abcdefg"));
    fclose(f);
}

// violates: out-of-bounds: the buffer is smaller than said
void fail_fread_unlocked(void) {
    char b[3];
    fread_unlocked(b, 1, 20, with("hello"));
}

// ---- positions ----------------------------------------------------------------------------------

// checks: from the start, the position, the end; EINVAL for what is before the start; a gap is zeros
void pass_fseek(void) {
    FILE *f = with("abcdef");
    assert(fseek(f, 2, SEEK_SET) == 0 && fgetc(f) == 'c' && fseek(f, 1, SEEK_CUR) == 0 && fgetc(f) == 'e');
    assert(fseek(f, -1, SEEK_END) == 0 && fgetc(f) == 'f' && fgetc(f) == EOF);
    assert(fseek(f, -1, SEEK_SET) == -1 && errno == EINVAL && fseek(f, 0, 9) == -1 && errno == EINVAL);
    assert(feof(f) && fseek(f, 8, SEEK_SET) == 0 && !feof(f) && fputc('z', f) == 'z');
    assert(fseek(f, 6, SEEK_SET) == 0 && fgetc(f) == 0 && fgetc(f) == 0 && fgetc(f) == 'z');
    fclose(f);
}

// violates: use-after-free: the stream was closed
void fail_fseek(void) { fseek(closed(), 0, SEEK_SET); }

// checks: with and without 64 bits
void pass_fseeko(void) {
    FILE *f = with("abc");
    assert(fseeko(f, 1, SEEK_SET) == 0 && ftello(f) == 1 && fseeko64(f, 2, SEEK_SET) == 0 && ftello64(f) == 2);
    assert(fseeko(f, -5, SEEK_CUR) == -1 && errno == EINVAL);
    fclose(f);
}

// violates: null-dereference: no stream
void fail_fseeko(void) { fseeko(nothing(), 0, SEEK_SET); }

// checks: the position counts what was pushed back
void pass_ftell(void) {
    FILE *f = with("abc");
    assert(ftell(f) == 0 && fgetc(f) == 'a' && ftell(f) == 1 && ungetc('a', f) == 'a' && ftell(f) == 0);
    assert(fseek(f, 0, SEEK_END) == 0 && ftell(f) == 3);
    fclose(f);
}

// violates: assertion: reading moves the position
void fail_ftell(void) {
    FILE *f = with("abc");
    fgetc(f);
    assert(ftell(f) == 0);
}

// checks: as ftell
void pass_ftello(void) {
    FILE *f = with("abc");
    assert(fgetc(f) == 'a' && ftello(f) == 1);
    fclose(f);
}

// violates: use-after-free: the stream was closed
void fail_ftello(void) { ftello(closed()); }

// checks: back to the start, without errors
void pass_rewind(void) {
    FILE *f = with("a");
    assert(fgetc(f) == 'a' && fgetc(f) == EOF);
    rewind(f);
    assert(!feof(f) && ftell(f) == 0 && fgetc(f) == 'a');
    fclose(f);
}

// violates: use-after-free: the stream was closed
void fail_rewind(void) { rewind(closed()); }

// checks: fsetpos goes back there
void pass_fgetpos(void) {
    fpos_t at;
    FILE *f = with("abc");
    fgetc(f);
    assert(fgetpos(f, &at) == 0 && fgetc(f) == 'b' && fgetc(f) == 'c' && fsetpos(f, &at) == 0 && fgetc(f) == 'b');
    fclose(f);
}

// violates: null-dereference: no place for the position
void fail_fgetpos(void) {
    FILE *f = with("abc");
    fgetpos(f, (fpos_t *)(void *)nothing());
}

// checks: the position of another time
void pass_fsetpos(void) {
    fpos_t start, end;
    FILE *f = with("abc");
    assert(fgetpos(f, &start) == 0 && fseek(f, 0, SEEK_END) == 0 && fgetpos(f, &end) == 0);
    assert(fsetpos(f, &start) == 0 && fgetc(f) == 'a' && fsetpos(f, &end) == 0 && fgetc(f) == EOF);
    fclose(f);
}

// violates: use-after-free: the stream was closed
void fail_fsetpos(void) {
    fpos_t at;
    FILE *f = with("abc");
    fgetpos(f, &at);
    fclose(f);
    fsetpos(f, &at);
}

// ---- state --------------------------------------------------------------------------------------

// checks: only after reading beyond the end
void pass_feof(void) {
    FILE *f = with("a");
    assert(!feof(f) && fgetc(f) == 'a' && !feof(f) && fgetc(f) == EOF && feof(f));
    fclose(f);
}

// violates: assertion: the last character is not the end
void fail_feof(void) {
    FILE *f = with("a");
    fgetc(f);
    assert(feof(f));
}

// checks: after an error
void pass_ferror(void) {
    FILE *f = fopen("/dev/null", "r");
    assert(!ferror(f) && fputc('x', f) == EOF && errno == EBADF && ferror(f) && !ferror(stdout));
    fclose(f);
}

// violates: use-after-free: the stream was closed
void fail_ferror(void) { ferror(closed()); }

// checks: both flags are gone
void pass_clearerr(void) {
    FILE *f = fopen("/dev/null", "r");
    assert(fputc('x', f) == EOF && fgetc(f) == EOF && ferror(f) && feof(f));
    clearerr(f);
    assert(!ferror(f) && !feof(f));
    fclose(f);
}

// violates: use-after-free: the stream was closed
void fail_clearerr(void) { clearerr(closed()); }

// checks: as feof
void pass_feof_unlocked(void) {
    FILE *f = with("");
    assert(!feof_unlocked(f) && fgetc(f) == EOF && feof_unlocked(f));
    fclose(f);
}

// violates: use-after-free: the stream was closed
void fail_feof_unlocked(void) { assert(!feof_unlocked(closed())); }

// checks: as ferror
void pass_ferror_unlocked(void) {
    FILE *f = fopen("/dev/null", "r");
    assert(!ferror_unlocked(f) && fputc('x', f) == EOF && ferror_unlocked(f));
    fclose(f);
}

// violates: use-after-free: the stream was closed
void fail_ferror_unlocked(void) { assert(!ferror_unlocked(closed())); }

// checks: as clearerr
void pass_clearerr_unlocked(void) {
    FILE *f = with("");
    fgetc(f);
    clearerr_unlocked(f);
    assert(!feof(f));
    fclose(f);
}

// violates: null-dereference: no stream
void fail_clearerr_unlocked(void) { clearerr_unlocked(nothing()); }

// checks: 0, 1, 2 and others; a stream in memory has none
void pass_fileno(void) {
    char b[3];
    FILE *f = tmpfile(), *g = fmemopen(b, 3, "w");
    assert(fileno(stdin) == 0 && fileno(stdout) == 1 && fileno(stderr) == 2 && fileno(f) > 2);
    assert(fileno(g) == -1);
    fclose(f), fclose(g);
}

// violates: use-after-free: the stream was closed
void fail_fileno(void) { fileno(closed()); }

// checks: as fileno
void pass_fileno_unlocked(void) { assert(fileno_unlocked(stderr) == 2); }

// violates: null-dereference: no stream
void fail_fileno_unlocked(void) { fileno_unlocked(nothing()); }

// checks: one stream, or all
void pass_fflush(void) {
    FILE *f = tmpfile();
    assert(fflush(stdout) == 0 && fflush(NULL) == 0 && fflush(f) == 0);
    fclose(f);
}

// violates: use-after-free: the stream was closed
void fail_fflush(void) { fflush(closed()); }

// checks: as fflush
void pass_fflush_unlocked(void) { assert(fflush_unlocked(stdout) == 0); }

// violates: use-after-free: the stream was closed
void fail_fflush_unlocked(void) { fflush_unlocked(closed()); }

// checks: may be called
void pass_setbuf(void) {
    setbuf(stdout, NULL);
    setbuf(stdin, NULL);
}

// violates: use-after-free: the stream was closed
void fail_setbuf(void) { setbuf(closed(), NULL); }

// checks: may be called
void pass_setbuffer(void) {
    static char b[100];
    setbuffer(stdout, b, sizeof b);
}

// violates: use-after-free: the stream was closed
void fail_setbuffer(void) { setbuffer(closed(), NULL, 0); }

// checks: may be called
void pass_setlinebuf(void) { setlinebuf(stdout); }

// violates: use-after-free: the stream was closed
void fail_setlinebuf(void) { setlinebuf(closed()); }

// checks: three modes and no other
void pass_setvbuf(void) {
    assert(setvbuf(stdout, NULL, _IONBF, 0) == 0 && setvbuf(stdin, NULL, _IOLBF, 0) == 0);
    assert(setvbuf(stdout, NULL, 77, 0) != 0);
}

// violates: use-after-free: the stream was closed
void fail_setvbuf(void) { setvbuf(closed(), NULL, _IONBF, 0); }

// ---- locks --------------------------------------------------------------------------------------

static FILE *shared;
static int inside;

static void *enters(void *x) {
    flockfile(shared);
    assert(!inside);
    inside = 1;
    inside = 0;
    funlockfile(shared);
    return x;
}

static void run(void *(*task)(void *)) {
    pthread_t t;
    pthread_create(&t, NULL, task, NULL);
    task(NULL);
    pthread_join(t, NULL);
}

// checks: one thread at a time, as often as it likes
void pass_flockfile(void) {
    shared = stdout;
    run(enters);
    flockfile(shared), flockfile(shared);
    funlockfile(shared), funlockfile(shared);
}

static void *writes_two(void *x) {
    flockfile(shared);
    fputc('(', shared);
    fputc(')', shared);
    funlockfile(shared);
    return x;
}

// checks: other threads' calls wait
void pass_flockfile__calls(void) {
    char b[10] = "";
    shared = tmpfile();
    run(writes_two);
    rewind(shared);
    assert(fread(b, 1, 9, shared) == 4 && is(b, "()()"));
}

static void *locks_forever(void *x) {
    flockfile(shared);
    return x;
}

// violates: deadlock: the lock is never given back
void fail_flockfile(void) {
    pthread_t t;
    shared = tmpfile();
    pthread_create(&t, NULL, locks_forever, NULL);
    pthread_join(t, NULL);
    flockfile(shared);
}

static void *tries(void *x) {
    if (ftrylockfile(shared) == 0) {
        assert(!inside);
        inside = 1;
        inside = 0;
        funlockfile(shared);
    }
    return x;
}

// checks: one thread at a time
void pass_ftrylockfile(void) {
    shared = stderr;
    run(tries);
    assert(ftrylockfile(shared) == 0 && ftrylockfile(shared) == 0);
    funlockfile(shared), funlockfile(shared);
}

static void *must_get(void *x) {
    assert(ftrylockfile(shared) == 0);
    funlockfile(shared);
    return x;
}

// violates: assertion: another thread may have it
void fail_ftrylockfile(void) {
    shared = stdout;
    run(must_get);
}

static void *writes_one(void *x) {
    fputc('a', shared);
    return x;
}

// violates: assertion: another thread may be inside a call on the stream
void fail_ftrylockfile__call(void) {
    pthread_t t;
    shared = tmpfile();
    pthread_create(&t, NULL, writes_one, NULL);
    must_get(NULL);
    pthread_join(t, NULL);
}

// checks: a call that has ended is in nobody's way
void pass_ftrylockfile__call(void) {
    pthread_t t;
    shared = tmpfile();
    pthread_create(&t, NULL, writes_one, NULL);
    pthread_join(t, NULL);
    must_get(NULL);
}

// checks: the lock is free afterwards
void pass_funlockfile(void) {
    FILE *f = tmpfile();
    flockfile(f);
    funlockfile(f);
    assert(ftrylockfile(f) == 0);
    funlockfile(f);
    fclose(f);
}

// violates: mutex-misuse: it is not locked
void fail_funlockfile(void) { funlockfile(stdout); }

// ---- names --------------------------------------------------------------------------------------

static void make(const char *name, const char *text) {
    FILE *f = fopen(name, "w");
    fputs(text, f);
    fclose(f);
}

// checks: the name is gone; who has the file open keeps it
void pass_remove(void) {
    make(NEW, "text");
    FILE *f = fopen(NEW, "r");
    assert(remove(NEW) == 0 && !fopen(NEW, "r") && errno == ENOENT && remove(NEW) == -1 && errno == ENOENT);
    assert(fgetc(f) == 't');
    fclose(f);
}

// checks: a file that the user gave can be removed, and made again
// options: --file heddle-words.txt=test/libc/data/words.txt
void pass_remove__given(void) {
    char b[20];
    FILE *f = fopen("heddle-words.txt", "r");
    if (!f)
        return;
    assert(remove("heddle-words.txt") == 0 && !fopen("heddle-words.txt", "r"));
    make("heddle-words.txt", "new");
    assert(fgetc(f) == 'a');
    f = fopen("heddle-words.txt", "r");
    assert(fgets(b, 20, f) && is(b, "new") && remove("heddle-words.txt") == 0 && !fopen("heddle-words.txt", "r"));
}

// violates: null-dereference: the file is missing afterwards
void fail_remove(void) {
    make(NEW, "text");
    remove(NEW);
    fgetc(fopen(NEW, "r"));
}

// checks: the old name is gone, the new one has the contents, also in place of another file
void pass_rename(void) {
    char b[10];
    make(NEW, "new");
    make(OTHER, "other");
    assert(rename(NEW, OTHER) == 0 && !fopen(NEW, "r") && errno == ENOENT);
    FILE *f = fopen(OTHER, "r");
    assert(fgets(b, 10, f) && is(b, "new"));
    fclose(f);
    assert(rename(NEW, OTHER) == -1 && errno == ENOENT && rename(OTHER, OTHER) == 0 && remove(OTHER) == 0);
}

// checks: a file that the user gave can be renamed
// options: --file heddle-words.txt=test/libc/data/words.txt
void pass_rename__given(void) {
    FILE *f = fopen("heddle-words.txt", "r");
    if (!f)
        return;
    assert(rename("heddle-words.txt", OTHER) == 0 && !fopen("heddle-words.txt", "r"));
    f = fopen(OTHER, "r");
    assert(fgetc(f) == 'a' && rename(OTHER, "heddle-words.txt") == 0 && fopen("heddle-words.txt", "r") && !fopen(OTHER, "r"));
}

// violates: assertion: the old name is gone
void fail_rename(void) {
    make(NEW, "new");
    rename(NEW, OTHER);
    assert(fopen(NEW, "r"));
}

// ---- refused ------------------------------------------------------------------------------------

// unknown: tmpnam
void refuse_tmpnam(void) { tmpnam(NULL); }

// unknown: tempnam
void refuse_tempnam(void) { tempnam(NULL, NULL); }

// unknown: popen
void refuse_popen(void) { popen("true", "r"); }

// unknown: pclose
void refuse_pclose(void) { pclose(tmpfile()); }

// unknown: fopencookie
void refuse_fopencookie(void) { fopencookie(NULL, "r", (cookie_io_functions_t){NULL, NULL, NULL, NULL}); }
