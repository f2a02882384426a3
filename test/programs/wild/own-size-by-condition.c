// SPDX-License-Identifier: Apache-2.0
// expect: holds
// What stands in #if is no sign of the world that a program was made for: this one knows both.
#if defined(__i386__)
typedef unsigned int size_t;
#else
typedef unsigned long size_t;
#endif
void *malloc(size_t size);
void free(void *p);
void abort(void);

int main(void) {
    void **p = malloc(sizeof(void *));
    if (sizeof(void *) != 8 || sizeof(size_t) != 8)
        abort();
    free(p);
    return 0;
}
