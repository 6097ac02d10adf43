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

  @Test
  void tellsTheNewestFirst() {
    List<Object> subjects = List.of(new Object(), new Object(), new Object());
    table.add(subjects.get(0), "first");
    table.add(subjects.get(1), "second");
    table.add(subjects.get(2), "third");

    assertThat(table.all()).containsExactly("third", "second", "first");
    assertThat(subjects).allMatch(table::has);
  }
}
