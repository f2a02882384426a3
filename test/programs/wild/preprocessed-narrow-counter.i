// SPDX-License-Identifier: Apache-2.0
// expect: holds
// message: preprocessed-narrow-counter\.i:9: size_t is unsigned int: made for 32 bits
// levels: -O0 -O2
// A task as competitions have them, after the preprocessor for 32 bits: the mutex has 24 bytes, the sum of longs wraps at 32 bits.
# 1 "narrow-counter.c"
# 1 "<built-in>"
# 1 "/usr/include/stdlib.h" 1 3 4
typedef unsigned int size_t;
typedef unsigned long int pthread_t;
union pthread_attr_t
{
  char __size[36];
  long int __align;
};
typedef union pthread_attr_t pthread_attr_t;
struct __pthread_internal_slist
{
  struct __pthread_internal_slist *__next;
};
struct __pthread_mutex_s
{
  int __lock;
  unsigned int __count;
  int __owner;
  int __kind;
  unsigned int __nusers;
  __extension__ union
  {
    struct { short __espins; short __eelision; } __elision_data;
    struct __pthread_internal_slist __list;
  };
};
typedef union
{
  struct __pthread_mutex_s __data;
  char __size[24];
  long int __align;
} pthread_mutex_t;
typedef union
{
  char __size[4];
  int __align;
} pthread_mutexattr_t;
extern int pthread_create (pthread_t *__restrict __newthread, const pthread_attr_t *__restrict __attr,
      void *(*__start_routine) (void *), void *__restrict __arg) __attribute__ ((__nothrow__)) __attribute__ ((__nonnull__ (1, 3)));
extern int pthread_join (pthread_t __th, void **__thread_return);
extern int pthread_mutex_init (pthread_mutex_t *__mutex, const pthread_mutexattr_t *__mutexattr)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__nonnull__ (1)));
extern int pthread_mutex_lock (pthread_mutex_t *__mutex) __attribute__ ((__nothrow__)) __attribute__ ((__nonnull__ (1)));
extern int pthread_mutex_unlock (pthread_mutex_t *__mutex) __attribute__ ((__nothrow__)) __attribute__ ((__nonnull__ (1)));
# 1 "narrow-counter.c"
extern void abort (void) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__noreturn__));
extern void __assert_fail (const char *__assertion, const char *__file, unsigned int __line, const char *__function)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__noreturn__));
void reach_error() { __assert_fail("0", "task.c", 3, "reach_error"); }
void __VERIFIER_assert(int expression) { if (!expression) { ERROR: {reach_error();abort();}; return; } }
pthread_mutex_t m;
unsigned long sum = 0;
void *adder(void *arg)
{
  pthread_mutex_lock(&m);
  sum = sum + 0x80000000UL;
  pthread_mutex_unlock(&m);
  return ((void *)0);
}
int main(void)
{
  pthread_t id1, id2;
  pthread_mutex_init(&m, 0);
  pthread_create(&id1, ((void *)0), adder, ((void *)0));
  pthread_create(&id2, ((void *)0), adder, ((void *)0));
  pthread_join(id1, ((void *)0));
  pthread_join(id2, ((void *)0));
  __VERIFIER_assert(sum == 0);
  __VERIFIER_assert(sizeof(m) == 24 && sizeof(id1) == 4);
  return 0;
}
