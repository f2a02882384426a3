// expect: violated use-after-free line 27
// Made by gcc 12 with -O2. Another thread still looks at the cell that is freed.
# 1 "stack.c"
# 1 "<built-in>"
# 1 "<command-line>"
# 1 "/usr/include/stdc-predef.h" 1 3 4
# 0 "<command-line>" 2
# 1 "stack.c"
# 1 "/usr/include/stdlib.h" 1 3 4
# 214 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stddef.h" 3 4
typedef long unsigned int size_t;
# 141 "/usr/include/stdlib.h" 3 4
extern _Float32 strtof32 (const char *__restrict __nptr, char **__restrict __endptr)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));
extern _Float128 strtof128 (const char *__restrict __nptr, char **__restrict __endptr)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));
extern _Complex _Float64x cexpf64x (_Complex _Float64x __z) __attribute__ ((__nothrow__ , __leaf__));
# 363 "/usr/include/stdlib.h" 3 4
extern long int strtol (const char *__restrict __nptr, char **__restrict __endptr, int __base)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));
extern __inline __attribute__ ((__gnu_inline__)) int
__attribute__ ((__nothrow__ , __leaf__)) atoi (const char *__nptr)
{
  return (int) strtol (__nptr, (char **) ((void *)0), 10);
}
# 540 "/usr/include/stdlib.h" 3 4
extern void *malloc (size_t __size) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__malloc__))
     __attribute__ ((__alloc_size__ (1))) ;
extern void free (void *__ptr) __attribute__ ((__nothrow__ , __leaf__));
extern void *reallocarray (void *__ptr, size_t __nmemb, size_t __size)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__warn_unused_result__))
     __attribute__ ((__alloc_size__ (2, 3)))
    __attribute__ ((__malloc__ (__builtin_free, 1)));
extern void *pvalloc (size_t __size) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__malloc__
       (__builtin_free,
        1)));
extern void abort (void) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__noreturn__));
# 1 "/usr/include/pthread.h" 1 3 4
typedef unsigned long int pthread_t;
typedef union pthread_attr_t pthread_attr_t;
extern int pthread_create (pthread_t *__restrict __newthread, const pthread_attr_t *__restrict __attr,
      void *(*__start_routine) (void *), void *__restrict __arg)
     __attribute__ ((__nothrow__)) __attribute__ ((__nonnull__ (1, 3)));
extern int pthread_join (pthread_t __th, void **__thread_return);
# 3 "stack.c" 2
struct cell { struct cell *next; int linux; };
static struct cell *top;
inline struct cell *head(void) { return __atomic_load_n(&top, 5); }
inline int swing(struct cell *from, struct cell *to)
{
  return __atomic_compare_exchange_n(&top, &from, to, 0, 5, 5);
}
static void push(int value)
{
  struct cell *c = malloc(sizeof *c);
  if (!c)
    abort();
  c->linux = value;
  do
    c->next = head();
  while (!swing(c->next, c));
}
static int pop(void)
{
  struct cell *c;
  do {
    c = head();
    if (!c)
      return 0;
  } while (!swing(c, c->next));
  int value = c->linux;
  free(c);
  return value;
}
static void *worker(void *arg)
{
  push(atoi("3"));
  return (void *)(long)pop();
}
int main(void)
{
  pthread_t t;
  void *other;
  pthread_create(&t, 0, worker, 0);
  int mine = (int)(long)worker(0);
  pthread_join(t, &other);
  if (mine + (int)(long)other != 6 || top)
    abort();
  return 0;
}
