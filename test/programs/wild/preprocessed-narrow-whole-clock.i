// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// message: size_t is unsigned int: made for 32 bits
// preprocessed-narrow-torn-clock.i with the lock where the clock is read.
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
extern void abort (void) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__noreturn__));
extern void __assert_fail (const char *__assertion, const char *__file, unsigned int __line, const char *__function)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__noreturn__));
void reach_error() { __assert_fail("0", "task.c", 3, "reach_error"); }
void __VERIFIER_assert(int expression) { if (!expression) { ERROR: {reach_error();abort();}; return; } }
typedef long long ktime_t;
volatile ktime_t now = 0xffffffffLL;
pthread_mutex_t lock;
void *tick(void *arg)
{
  pthread_mutex_lock(&lock);
  now = now + 1;
  pthread_mutex_unlock(&lock);
  return 0;
}
int main(void)
{
  pthread_t t;
  pthread_create(&t, 0, tick, 0);
  pthread_mutex_lock(&lock);
  ktime_t seen = now;
  pthread_mutex_unlock(&lock);
  __VERIFIER_assert(seen == 0xffffffffLL || seen == 0x100000000LL);
  pthread_join(t, 0);
  return 0;
}
