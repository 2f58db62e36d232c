/* The plain way: a fresh eight-deck shoe every round, Player, Banker and Tie counted, nothing else. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static uint64_t state[2] = {1, 2};
static uint8_t shoe[416];

/* xorshift128+ */
static inline uint64_t next(void) {
  uint64_t x = state[0], y = state[1];
  state[0] = y;
  x ^= x << 23;
  state[1] = x ^ y ^ (x >> 17) ^ (y >> 26);
  return state[1] + y;
}

/* The next card of a shuffle by Fisher and Yates; any order of the shoe will do to begin the next round with. */
static inline int draw(int place) {
  int at = place + (int)(((next() >> 32) * (416 - place)) >> 32);
  uint8_t card = shoe[at];
  shoe[at] = shoe[place];
  shoe[place] = card;
  return card;
}

int main(int argc, char **argv) {
  long rounds = argc > 1 ? atol(argv[1]) : 10000000;
  for (int i = 0; i < 416; i++) shoe[i] = i % 13 < 9 ? i % 13 + 1 : 0;
  uint64_t count[3] = {0};
  struct timespec start, end;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
  for (long i = 0; i < rounds; i++) {
    int player = draw(0), banker = draw(1);
    player = (player + draw(2)) % 10;
    banker = (banker + draw(3)) % 10;
    if (player < 8 && banker < 8) {
      int place = 4, third = -1;
      if (player <= 5) {
        third = draw(place++);
        player = (player + third) % 10;
      }
      int draws = third < 0 ? banker <= 5
                            : banker <= 2 || (banker == 3 && third != 8) || (banker == 4 && third >= 2 && third <= 7) ||
                                  (banker == 5 && third >= 4 && third <= 7) || (banker == 6 && (third == 6 || third == 7));
      if (draws) banker = (banker + draw(place)) % 10;
    }
    count[player > banker ? 0 : player < banker ? 1 : 2]++;
  }
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
  double seconds = end.tv_sec - start.tv_sec + (end.tv_nsec - start.tv_nsec) * 1e-9;
  printf("%.9f %lu %lu %lu\n", seconds, count[0], count[1], count[2]);
}
