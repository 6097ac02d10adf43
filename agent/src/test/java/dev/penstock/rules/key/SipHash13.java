package dev.penstock.rules.key;

/** SipHash-1-3 with a 128-bit result, written from the paper. */
final class SipHash13 {
  private final long[] v;

  SipHash13(long k0, long k1) {
    v =
        new long[] {
          k0 ^ 0x736f6d6570736575L,
          k1 ^ 0x646f72616e646f6dL ^ 0xee,
          k0 ^ 0x6c7967656e657261L,
          k1 ^ 0x7465646279746573L
        };
  }

  long[] hash(long... words) {
    for (long word : words) {
      v[3] ^= word;
      rounds(1);
      v[0] ^= word;
    }
    v[2] ^= 0xee;
    rounds(3);
    long first = v[0] ^ v[1] ^ v[2] ^ v[3];
    v[1] ^= 0xdd;
    rounds(3);
    return new long[] {first, v[0] ^ v[1] ^ v[2] ^ v[3]};
  }

  private void rounds(int count) {
    for (int i = 0; i < count; i++) {
      halfRound(0, 1, 2, 3, 13, 16);
      halfRound(2, 1, 0, 3, 17, 21);
    }
  }

  /** Two ARX pairs, followed by a rotation of the first sum by 32 bits. */
  private void halfRound(int a, int b, int c, int d, int s, int t) {
    v[a] += v[b];
    v[c] += v[d];
    v[b] = Long.rotateLeft(v[b], s) ^ v[a];
    v[d] = Long.rotateLeft(v[d], t) ^ v[c];
    v[a] = Long.rotateLeft(v[a], 32);
  }
}
