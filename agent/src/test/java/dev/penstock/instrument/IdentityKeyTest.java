package dev.penstock.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.ReferenceQueue;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class IdentityKeyTest {
  private final Object one = List.of(1);
  private final IdentityKey kept = new IdentityKey(one, new ReferenceQueue<>());

  @Test
  void knowsAnObjectAsWhatItIsAndNotAsWhatItIsLike() {
    assertThat(new IdentityKey(one)).isEqualTo(kept).hasSameHashCodeAs(kept);
    assertThat(new IdentityKey(List.of(1))).isNotEqualTo(kept);
  }

  @Test
  void canBeForgottenWhenTheObjectIsGone() {
    Set<IdentityKey> known = new HashSet<>(List.of(kept));
    kept.clear();

    assertThat(known).doesNotContain(new IdentityKey(one));
    assertThat(known.remove(kept)).isTrue();
  }
}
