// A drawing of dots in a terminal: each character cell holds two by four of them (braille).
#ifndef TAC_CANVAS_H
#define TAC_CANVAS_H

#define TAC_CANVAS_COLUMNS 80
#define TAC_CANVAS_ROWS 40

typedef struct tac_canvas {
    int columns, rows; // characters in use
    unsigned char cell[TAC_CANVAS_ROWS][TAC_CANVAS_COLUMNS];
} tac_canvas;

// Clears an area of the given size in characters, cut to the largest one.
void tac_canvas_clear(tac_canvas *c, int columns, int rows);

// Sets dots; x to the right from 0 to 2 columns - 1, y down from 0 to 4 rows - 1, others are cut.
// Of a line only every gap-th dot is drawn.
void tac_canvas_dot(tac_canvas *c, int x, int y);
void tac_canvas_line(tac_canvas *c, int x0, int y0, int x1, int y1, int gap);

// One row of characters as UTF-8; text holds 3 columns + 1 bytes.
void tac_canvas_row(const tac_canvas *c, int row, char *text);

#endif
