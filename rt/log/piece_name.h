// Names of the files of a recording in pieces: "monday.tlog", then "monday.0002.tlog", "monday.0003.tlog", ...
#ifndef TAC_PIECE_NAME_H
#define TAC_PIECE_NAME_H

enum { TAC_PIECE_PATH = 4096, TAC_PIECE_MOST_NUMBER = 99999999 };

// The name of a piece from that of the recording; number 0: as it is. 0 when it is too long.
int tac_piece_name(const char *recording, int number, char path[TAC_PIECE_PATH]);

#endif
