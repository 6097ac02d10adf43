package dev.penstock.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SideTableTest {
  private final SideTable<String> table = new SideTable<>();

  @Test
  void knowsAnObjectAsWhatItIsAndNotAsWhatItIsLike() {
    Object one = List.of(1);
    Object other = List.of(1);
    table.add(one, "one");

    assertThat(table.has(one)).isTrue();
    assertThat(table.has(other)).isFalse();
    assertThat(table.remove(other)).isNull();
    assertThat(table.remove(one)).isEqualTo("one");
    assertThat(table.isEmpty()).isTrue();
  }

  @Test
  void forgetsOnlyWhatItWasAskedToForget() {
    Object subject = new Object();
    table.add(subject, "before");
    table.add(subject, "now");

    table.remove(subject, "before");
    assertThat(table.all()).containsExactly("now");
    table.remove(subject, "now");
    assertThat(table.all()).isEmpty();
  }
}
