// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --property leak
// no-none: too many states
// Images with counted references and a cache that knows them without counting itself: while somebody has an image,
// others find it there; the last one to let go frees it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    atomic_int references;
    int key;
    int pixels[2];
} Image;

typedef struct {
    pthread_mutex_t lock;
    Image *image; // not counted; may be at its end
} Cache;

static Cache cache = {.lock = PTHREAD_MUTEX_INITIALIZER};
static atomic_int loads;

static Image *image_load(int key) {
    Image *image = malloc(sizeof *image);
    if (!image) {
        fprintf(stderr, "no memory for image %d\n", key);
        exit(EXIT_FAILURE);
    }
    atomic_init(&image->references, 1);
    image->key = key;
    image->pixels[0] = key;
    image->pixels[1] = key + 1;
    loads++;
    return image;
}

// Takes a reference unless the last one is gone: what has come to its end stays there.
static bool image_try_reference(Image *image) {
    int count = atomic_load(&image->references);
    while (count > 0)
        if (atomic_compare_exchange_weak(&image->references, &count, count + 1))
            return true;
    return false;
}

static void cache_forget(Image *image) {
    pthread_mutex_lock(&cache.lock);
    if (cache.image == image) // not if a new one is there already
        cache.image = NULL;
    pthread_mutex_unlock(&cache.lock);
}

static void image_release(Image *image) {
    int before = atomic_fetch_sub(&image->references, 1);
    assert(before > 0);
    if (before == 1) {
        cache_forget(image);
        free(image);
    }
}

// A reference to the image: the one of the cache if that is alive, or a new one.
static Image *cache_get(int key) {
    pthread_mutex_lock(&cache.lock);
    Image *image = cache.image;
    if (!image || image->key != key || !image_try_reference(image)) {
        image = image_load(key);
        cache.image = image;
    }
    pthread_mutex_unlock(&cache.lock);
    return image;
}

static int brightness(const Image *image) { return image->pixels[0] + image->pixels[1]; }

// The test: both viewers show the same image.

static void show(int key) {
    Image *image = cache_get(key);
    assert(image->key == key);
    assert(brightness(image) == 2 * key + 1);
    image_release(image);
}

static void *viewer(void *arg) {
    const int *key = arg;
    show(*key);
    return NULL;
}

int main(void) {
    pthread_t thread;
    static int key = 7;
    if (pthread_create(&thread, NULL, viewer, &key) != 0) {
        fprintf(stderr, "cannot start a viewer\n");
        return EXIT_FAILURE;
    }
    show(key);
    pthread_join(thread, NULL);
    assert(loads >= 1 && loads <= 2);
    assert(cache.image == NULL);
    return 0;
}
