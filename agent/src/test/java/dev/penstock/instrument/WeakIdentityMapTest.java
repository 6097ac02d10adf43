package dev.penstock.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class WeakIdentityMapTest {
  private final WeakIdentityMap<String> map = new WeakIdentityMap<>();

  @Test
  void comparesObjectsByIdentityAndNotByEquality() {
    Object one = List.of(1);
    Object other = List.of(1);
    map.put(one, "one");

    assertThat(map.containsKey(one)).isTrue();
    assertThat(map.containsKey(other)).isFalse();
    assertThat(map.remove(other)).isNull();
    assertThat(map.remove(one)).isEqualTo("one");
    assertThat(map.isEmpty()).isTrue();
  }

  @Test
  void removesAValueOnlyIfItIsTheCurrentOne() {
    Object subject = new Object();
    map.put(subject, "before");
    map.put(subject, "now");

    map.remove(subject, "before");
    assertThat(map.newestFirst()).containsExactly("now");
    map.remove(subject, "now");
    assertThat(map.newestFirst()).isEmpty();
  }

  @Test
  void listsTheNewestValueFirst() {
    List<Object> subjects = List.of(new Object(), new Object(), new Object());
    map.put(subjects.get(0), "first");
    map.put(subjects.get(1), "second");
    map.put(subjects.get(2), "third");

    assertThat(map.newestFirst()).containsExactly("third", "second", "first");
    assertThat(subjects).allMatch(map::containsKey);
  }
}
