package dev.penstock.instrument.vertx;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExchangesByResponseTest {
  @Test
  void aResponseIsKnownByWhatItIsAndNotByWhatItIsLike() {
    ExchangesByResponse<String> marks = new ExchangesByResponse<>();
    List<String> one = new ArrayList<>();
    List<String> alike = new ArrayList<>();
    assertThat(marks.get(one)).isNull();
    assertThat(marks.add(one, "first")).isTrue();
    one.add("changed since");
    assertThat(marks.add(one, "again")).isFalse();
    assertThat(marks.get(one)).isEqualTo("first");
    assertThat(marks.get(alike)).isNull();
    assertThat(marks.add(alike, "other")).isTrue();
  }
}
