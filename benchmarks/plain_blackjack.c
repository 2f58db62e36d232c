/* The plain way: a fresh eight-deck shoe every round, one box played by a basic strategy against a Dealer without a hole
   card, split to four hands, and the net counted; no side wager, no clause, no number by which a round could be found. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static uint64_t state[2] = {1, 2};
static uint8_t shoe[416];
static int dealt;

/* xorshift128+ */
static inline uint64_t next(void) {
  uint64_t x = state[0], y = state[1];
  state[0] = y;
  x ^= x << 23;
  state[1] = x ^ y ^ (x >> 17) ^ (y >> 26);
  return state[1] + y;
}

/* The next card of a shuffle by Fisher and Yates; any order of the shoe will do to begin the next round with. */
static inline int draw(void) {
  int at = dealt + (int)(((next() >> 32) * (416 - dealt)) >> 32);
  uint8_t card = shoe[at];
  shoe[at] = shoe[dealt];
  shoe[dealt++] = card;
  return card;
}

typedef struct {
  int hard, aces, cards;
} Hand;

static inline void take(Hand *hand, int card) {
  hand->hard += card;
  hand->aces |= card == 1;
  hand->cards++;
}

static inline int soft(const Hand *hand) { return hand->aces && hand->hard <= 11; }
static inline int total(const Hand *hand) { return hand->hard + 10 * soft(hand); }

static inline int splits(int card, int up) {
  switch (card) {
  case 1: return 1;
  case 8: return up != 10;
  case 9: return up >= 2 && up <= 9 && up != 7;
  case 7: return up >= 2 && up <= 7;
  case 6: return up >= 2 && up <= 6;
  case 2:
  case 3: return up >= 2 && up <= 7;
  case 4: return up == 5 || up == 6;
  }
  return 0;
}

static inline int doubles(const Hand *hand, int up) {
  int points = total(hand);
  if (soft(hand)) return up >= 3 && up <= 6 && points >= 13 && points <= 18 && (points >= 17 || up >= 5);
  return (points == 11 || points == 10) ? up >= 2 && up <= 9 : points == 9 && up >= 3 && up <= 6;
}

static inline int hits(const Hand *hand, int up) {
  int points = total(hand);
  if (soft(hand)) return points <= 17 || (points == 18 && (up == 1 || up >= 9));
  if (points <= 11) return 1;
  if (points == 12) return up < 4 || up > 6;
  return points <= 16 && (up == 1 || up >= 7);
}

int main(int argc, char **argv) {
  long rounds = argc > 1 ? atol(argv[1]) : 10000000;
  for (int i = 0; i < 416; i++) shoe[i] = i % 13 < 9 ? i % 13 + 1 : 10;
  uint64_t count[64] = {0};
  struct timespec start, end;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
  for (long i = 0; i < rounds; i++) {
    dealt = 0;
    int first = draw(), up = draw(), second = draw(), net = 0;
    Hand dealer = {up, up == 1, 1}, hands[4] = {{first + second, first == 1 || second == 1, 2}};
    int stakes[4] = {2, 2, 2, 2}, formed = 1, live = 0;
    int natural = total(&hands[0]) == 21;
    if (!natural && !soft(&hands[0]) && ((up == 10 && hands[0].hard >= 14 && hands[0].hard <= 16) ||
                                         (up == 9 && hands[0].hard == 16 && first != 8))) {
      count[32 - 1]++;
      continue;
    }
    if (natural) {
      if (up == 1 || up == 10) take(&dealer, draw());
      count[32 + (total(&dealer) == 21 ? 0 : 3)]++;
      continue;
    }
    int pair = first == second && splits(first, up);
    if (pair) {
      formed = 2;
      hands[0] = hands[1] = (Hand){first, first == 1, 1};
    }
    for (int at = 0; at < formed; at++) {
      Hand *hand = &hands[at];
      while (hand->cards < 2) {
        int card = draw();
        if (card == first && formed < 4 && first != 1)
          hands[formed++] = (Hand){first, 0, 1};
        else
          take(hand, card);
      }
      if (!(pair && first == 1)) {
        if (doubles(hand, up)) {
          take(hand, draw());
          stakes[at] = 4;
        } else
          while (hand->hard <= 21 && hits(hand, up)) take(hand, draw());
      }
      live |= hand->hard <= 21;
    }
    if (live)
      while (total(&dealer) < 17) take(&dealer, draw());
    int blackjack = dealer.cards == 2 && total(&dealer) == 21;
    for (int at = 0; at < formed; at++) {
      int points = total(&hands[at]), other = total(&dealer);
      if (points > 21) net -= stakes[at];
      else if (blackjack) net -= at == 0 ? 2 : 0;
      else if (other > 21 || points > other) net += stakes[at];
      else if (points < other) net -= stakes[at];
    }
    count[32 + net]++;
  }
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
  double seconds = end.tv_sec - start.tv_sec + (end.tv_nsec - start.tv_nsec) * 1e-9, won = 0;
  for (int i = 0; i < 64; i++) won += (i - 32) / 2.0 * count[i];
  printf("%.9f %.6f\n", seconds, won / rounds);
}
