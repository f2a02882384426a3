// expect: holds
// levels: -O0 -O2
// message: warning: nothing defines main_screen, palette, boot_screen and keymap; a run that comes to one of them
// Addresses of variables of other files are stored, compared and handed on; nobody looks inside.
#include <assert.h>
#include <stddef.h>

struct screen;
extern struct screen main_screen, boot_screen;
extern unsigned char keymap[];
extern const unsigned palette[256];

struct view {
    struct screen *screen;
    const unsigned *colours;
    unsigned char *keys, *last_key;
};
static struct view views[] = {{&boot_screen, palette, keymap, keymap + 8},
                              {&main_screen, palette + 16, keymap, keymap + 16}};
static struct view *current = &views[0];

static void show(struct screen *s) {
    for (size_t i = 0; i < 2; i++)
        if (views[i].screen == s)
            current = &views[i];
}

int main(void) {
    show(&main_screen);
    assert(current == &views[1] && current->colours - palette == 16);
    assert(current->last_key - current->keys == 16 && current->last_key > current->keys);
    show(&boot_screen);
    assert(current->screen && current->screen != &main_screen);
    assert(((size_t)current->colours & 3) == 0);
    return 0;
}
