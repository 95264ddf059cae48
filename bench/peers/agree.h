// Do all contenders compute the same mechanisms, each as accurately as its order promises?
#ifndef PEERS_AGREE_H
#define PEERS_AGREE_H

// Prints a line per contender and mechanism; 0 when one of them is wrong.
int agree(void);

#endif
