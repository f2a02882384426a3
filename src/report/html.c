// SPDX-License-Identifier: Apache-2.0
// A result as a page that needs nothing beside it: page/report.html with the style, the scripts and
// the data put in their places. What comes from the checked program is in the data only, and gets
// into the page as text (page/head.js).
#include "report/report_int.h"

#include <stdlib.h>
#include <string.h>

// The files of page/, put into the program when it is built.
#define PAGE_PART(name)                                                                            \
    extern const unsigned char heddle_page_##name[];                                               \
    extern const size_t heddle_page_##name##_size;                                                 \
    static void add_##name(Text *out) {                                                            \
        text_bytes(out, heddle_page_##name, heddle_page_##name##_size);                            \
    }
PAGE_PART(report_html)
PAGE_PART(report_css)
PAGE_PART(head_js)
PAGE_PART(run_js)
PAGE_PART(moment_js)
PAGE_PART(start_js)

// Nothing in the text can end the element that it stands in.
static void add_data(const char *json, Text *out) {
    while (*json) {
        size_t n = strcspn(json, "<");
        text_bytes(out, json, n);
        json += n;
        if (*json == '<') {
            text_add(out, "\\u003c");
            json++;
        }
    }
}

// Adds what stands before the mark; what stands behind it.
static const char *add_until(const char *from, const char *mark, Text *out) {
    const char *at = strstr(from, mark);
    ENSURE(at);
    text_bytes(out, from, (size_t)(at - from));
    return at + strlen(mark);
}

bool report_html(const json_t *data, Text *out) {
    char *json = json_dumps(data, JSON_COMPACT | JSON_REAL_PRECISION(9));
    if (!json)
        return false;
    Text page = {0};
    add_report_html(&page);
    const char *at = text_str(&page);
    text_add(out, "%s", REPORT_PAGE_MARK);
    at = add_until(at, "{{style}}", out);
    add_report_css(out);
    at = add_until(at, "{{data}}", out);
    add_data(json, out);
    at = add_until(at, "{{scripts}}", out);
    add_head_js(out);
    add_run_js(out);
    add_moment_js(out);
    add_start_js(out);
    text_add(out, "%s", at);
    text_done(&page);
    free(json);
    return true;
}
