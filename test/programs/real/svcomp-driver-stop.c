// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: -m32
// A driver that is stopped while requests are served, in the style of a program of SV-COMP, as the preprocessor
// leaves it, for 32 bits. A request counts itself if the driver is not stopping, both in one atomic section.
typedef unsigned int size_t;
typedef unsigned long int pthread_t;

union pthread_attr_t {
  char __size[36];
  long int __align;
};
typedef union pthread_attr_t pthread_attr_t;

extern void abort (void) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__noreturn__));
extern void __assert_fail (const char *__assertion, const char *__file, unsigned int __line, const char *__function)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__noreturn__));
extern void *malloc (size_t __size) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__malloc__));
extern void free (void *__ptr) __attribute__ ((__nothrow__ , __leaf__));
extern int pthread_create (pthread_t *__restrict __newthread, const pthread_attr_t *__restrict __attr,
      void *(*__start_routine) (void *), void *__restrict __arg)
     __attribute__ ((__nothrow__)) __attribute__ ((__nonnull__ (1, 3)));
extern int pthread_join (pthread_t __th, void **__thread_return);

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);

void reach_error() { __assert_fail("0", "driver-stop.c", 3, "reach_error"); }
void __VERIFIER_assert(int expression) { if (!expression) { ERROR: {reach_error();abort();} }; return; }

typedef struct {
  int pending;       /* requests that are served, and one for the driver itself */
  int is_stopping;
  int is_stopped;
  int *buffer;
} device_t;

static device_t *device;

/* 0, or -1 if the driver is stopping */
static int enter(device_t *d)
{
  int result = -1;
  __VERIFIER_atomic_begin();
  if (!d->is_stopping) {
    d->pending = d->pending + 1;
    result = 0;
  }
  __VERIFIER_atomic_end();
  return result;
}

/* the last one to leave lets the driver stop */
static void leave(device_t *d)
{
  int left;
  __VERIFIER_atomic_begin();
  d->pending = d->pending - 1;
  left = d->pending;
  __VERIFIER_atomic_end();
  __VERIFIER_assert(left >= 0);
  if (left == 0) {
    free(d->buffer);
    d->buffer = (int *)0;
    d->is_stopped = 1;
  }
}

static void *request(void *arg)
{
  device_t *d = (device_t *)arg;
  if (enter(d) == 0) {
    __VERIFIER_assert(!d->is_stopped);
    *d->buffer = *d->buffer + 1;
    leave(d);
  }
  return (void *)0;
}

static void *stop(void *arg)
{
  device_t *d = (device_t *)arg;
  d->is_stopping = 1;
  leave(d);
  while (!d->is_stopped) {
    ;
  }
  __VERIFIER_assert(d->pending == 0);
  return (void *)0;
}

int main(void)
{
  pthread_t requester, stopper;
  device = malloc(sizeof(device_t));
  __VERIFIER_assume(device != (void *)0);
  device->pending = 1;
  device->is_stopping = 0;
  device->is_stopped = 0;
  device->buffer = malloc(sizeof(int));
  __VERIFIER_assume(device->buffer != (int *)0);
  *device->buffer = 0;
  pthread_create(&requester, (void *)0, request, device);
  pthread_create(&stopper, (void *)0, stop, device);
  pthread_join(requester, (void *)0);
  pthread_join(stopper, (void *)0);
  __VERIFIER_assert(device->buffer == (int *)0);
  free(device);
  return 0;
}
