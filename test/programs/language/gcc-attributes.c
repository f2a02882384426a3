// expect: violated double-free line 10
// levels: -O0
// Attributes and types that clang refuses or does not know.
#include <stdlib.h>
struct buffer {
    _Float32 scale;
    _Float64 weight;
    char text[8];
};
static void buffer_free(struct buffer *b) { free(b); }
static struct buffer *buffer_new(void) __attribute__((malloc, __malloc__(buffer_free, 1), malloc(buffer_free)));
static struct buffer *buffer_new(void) { return calloc(1, sizeof(struct buffer)); }
static int scaled(const struct buffer *b) __attribute__((access(read_only, 1), noclone, optimize("O3")));
static int scaled(const struct buffer *b) { return b->scale * b->weight + (malloc != 0); }
// __attribute__((malloc(x))) in a comment, "__attribute__((malloc(x)))" in a string
static const char *const text = "__attribute__((malloc(x))) _Float32";
int main(void) {
    struct buffer *b = buffer_new();
    int n = b ? scaled(b) + (text[26] == ' ') : 0;
    buffer_free(b);
    buffer_free(b);
    return n - 2;
}
