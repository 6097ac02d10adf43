package dev.penstock.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.ReferenceQueue;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class IdentityKeyTest {
  private final Object one = List.of(1);
  private final IdentityKey stored = new IdentityKey(one, new ReferenceQueue<>());

  @Test
  void comparesObjectsByIdentityAndNotByEquality() {
    assertThat(new IdentityKey(one)).isEqualTo(stored).hasSameHashCodeAs(stored);
    assertThat(new IdentityKey(List.of(1))).isNotEqualTo(stored);
  }

  @Test
  void canBeRemovedAfterTheObjectIsCollected() {
    Set<IdentityKey> known = new HashSet<>(List.of(stored));
    stored.clear();

    assertThat(known).doesNotContain(new IdentityKey(one));
    assertThat(known.remove(stored)).isTrue();
  }
}
