package dev.penstock.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.ReferenceQueue;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class IdentityTest {
  private final Object one = List.of(1);
  private final Identity kept = new Identity(one, new ReferenceQueue<>());

  @Test
  void knowsAnObjectAsWhatItIsAndNotAsWhatItIsLike() {
    assertThat(new Identity(one)).isEqualTo(kept).hasSameHashCodeAs(kept);
    assertThat(new Identity(List.of(1))).isNotEqualTo(kept);
  }

  @Test
  void canBeForgottenWhenTheObjectIsGone() {
    Set<Identity> known = new HashSet<>(List.of(kept));
    kept.clear();

    assertThat(known).doesNotContain(new Identity(one));
    assertThat(known.remove(kept)).isTrue();
  }
}
