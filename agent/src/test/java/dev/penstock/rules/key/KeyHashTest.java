package dev.penstock.rules.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KeyHashTest {
  @Test
  void theHashIsSipHash13With128Bits() {
    Random random = new Random(7);
    for (int i = 0; i < 10_000; i++) {
      long secret0 = random.nextLong();
      long secret1 = random.nextLong();
      long[] words = random.longs(random.nextInt(6)).toArray();
      KeyHash hash = new KeyHash(secret0, secret1);
      for (long word : words) {
        hash.add(word);
      }
      hash.finish();
      assertThat(new long[] {hash.high(), hash.low()})
          .isEqualTo(new SipHash13(secret0, secret1).hash(words));
    }
  }

  @Test
  void textIsHashedAsFourUtf16UnitsPerWordAndItsLength() {
    assertThat(hashOf("abcde", "")).isEqualTo(hashOf(0x0064_0063_0062_0061L, 0x65L, 5L, 0L, 0L));
  }

  @Test
  void theBoundaryBetweenTextsChangesTheHash() {
    Set<String> hashes = new HashSet<>();
    hashes.add(hashOf("ab", "c"));
    hashes.add(hashOf("a", "bc"));
    hashes.add(hashOf("abc", ""));
    hashes.add(hashOf("", "abc"));
    hashes.add(hashOf("abc"));
    hashes.add(hashOf("abc\0"));
    hashes.add(hashOf("abc\0\0\0\0\0"));
    hashes.add(hashOf("abcd", "efgh"));
    hashes.add(hashOf("abcdefgh"));
    assertThat(hashes).hasSize(9);
  }

  @Test
  void aPartOfATextHashesLikeTheTextItself() {
    KeyHash part = new KeyHash(1, 2);
    part.add("/orders/12345/items", 8, 13);
    part.finish();
    assertThat(hex(part)).isEqualTo(hashOf("12345"));
  }

  @Test
  void startDiscardsEarlierInput() {
    KeyHash hash = new KeyHash(1, 2);
    hash.add("before");
    hash.finish();
    hash.start();
    hash.add("x");
    hash.finish();
    assertThat(hex(hash)).isEqualTo(hashOf("x"));
  }

  @Test
  void anotherSecretGivesAnotherHash() {
    KeyHash one = KeyHash.withRandomSecret();
    KeyHash two = KeyHash.withRandomSecret();
    KeyHash oneAgain = new KeyHash(one);
    for (KeyHash hash : new KeyHash[] {one, two, oneAgain}) {
      hash.add("x");
      hash.finish();
    }
    assertThat(hex(one)).isNotEqualTo(hex(two)).isEqualTo(hex(oneAgain));
  }

  private static String hashOf(Object... parts) {
    KeyHash hash = new KeyHash(1, 2);
    for (Object part : parts) {
      if (part instanceof String text) {
        hash.add(text);
      } else {
        hash.add((long) part);
      }
    }
    hash.finish();
    return hex(hash);
  }

  private static String hex(KeyHash hash) {
    return Long.toHexString(hash.high()) + "-" + Long.toHexString(hash.low());
  }
}
