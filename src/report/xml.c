// SPDX-License-Identifier: Apache-2.0
// Any bytes as XML 1.0. Most control characters cannot stand in XML at all, not even escaped: they,
// and what is no UTF-8, become U+FFFD.
#include "report/report_int.h"

#include <string.h>

#define REPLACEMENT "\xef\xbf\xbd"

static bool is_character(const u8 *s, size_t len) {
    bool is_control = len == 1 && s[0] < 0x20 && s[0] != '\t' && s[0] != '\n' && s[0] != '\r';
    bool is_none = len == 3 && s[0] == 0xef && s[1] == 0xbf && s[2] >= 0xbe; // U+FFFE, U+FFFF
    return len && !is_control && !is_none;
}

static const char *escape_of(u8 c, bool is_attribute) {
    switch (c) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;"; // "]]>" may not stand in a text
    case '"': return is_attribute ? "&quot;" : NULL;
    case '\t': return is_attribute ? "&#9;" : NULL;
    case '\n': return is_attribute ? "&#10;" : NULL;
    case '\r': return "&#13;";
    default: return NULL;
    }
}

static void add(const char *text, bool is_attribute, Text *out) {
    size_t n = strlen(text);
    for (size_t i = 0; i < n;) {
        const u8 *s = (const u8 *)text + i;
        size_t len = text_utf8(s, n - i);
        const char *escape = len == 1 ? escape_of(*s, is_attribute) : NULL;
        if (escape)
            text_add(out, "%s", escape);
        else if (is_character(s, len))
            text_bytes(out, s, len);
        else
            text_add(out, REPLACEMENT);
        i += len ? len : 1;
    }
}

void report_xml_text(const char *text, Text *out) { add(text, false, out); }

void report_xml_attribute(const char *name, const char *value, Text *out) {
    text_add(out, " %s=\"", name);
    add(value, true, out);
    text_add(out, "\"");
}
