#include "canvas.h"

#include <stdlib.h>
#include <string.h>

static int min2(int a, int b)
{
    return a < b ? a : b;
}

void tac_canvas_clear(tac_canvas *c, int columns, int rows)
{
    c->columns = min2(columns, TAC_CANVAS_COLUMNS);
    c->rows = min2(rows, TAC_CANVAS_ROWS);
    memset(c->cell, 0, sizeof c->cell);
}

void tac_canvas_dot(tac_canvas *c, int x, int y)
{
    static const unsigned char bit[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
    if (x >= 0 && y >= 0 && x < 2 * c->columns && y < 4 * c->rows) {
        c->cell[y / 4][x / 2] |= bit[y % 4][x % 2];
    }
}

void tac_canvas_line(tac_canvas *c, int x0, int y0, int x1, int y1, int gap)
{
    int dx = x1 - x0, dy = y1 - y0;
    int n = abs(dx) > abs(dy) ? abs(dx) : abs(dy);
    for (int i = 0; i <= n; i += gap) {
        // nearest dot on the line, halves away from zero
        int half = n / 2;
        int x = n ? (i * dx + (dx < 0 ? -half : half)) / n : 0;
        int y = n ? (i * dy + (dy < 0 ? -half : half)) / n : 0;
        tac_canvas_dot(c, x0 + x, y0 + y);
    }
}

void tac_canvas_row(const tac_canvas *c, int row, char *text)
{
    // braille patterns are U+2800 + bits, three bytes each; an empty one is a space
    for (int i = 0; i < c->columns; i++) {
        unsigned char bits = c->cell[row][i];
        if (bits == 0) {
            *text++ = ' ';
            continue;
        }
        *text++ = (char)0xe2;
        *text++ = (char)(0xa0 | bits >> 6);
        *text++ = (char)(0x80 | (bits & 0x3f));
    }
    *text = '\0';
}
