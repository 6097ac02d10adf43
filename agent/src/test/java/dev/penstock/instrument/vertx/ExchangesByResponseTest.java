package dev.penstock.instrument.vertx;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExchangesByResponseTest {
  @Test
  void comparesResponsesByIdentityAndNotByEquality() {
    ExchangesByResponse<String> exchanges = new ExchangesByResponse<>();
    List<String> one = new ArrayList<>();
    List<String> alike = new ArrayList<>();
    assertThat(exchanges.get(one)).isNull();
    assertThat(exchanges.add(one, "first")).isTrue();
    one.add("changed since");
    assertThat(exchanges.add(one, "again")).isFalse();
    assertThat(exchanges.get(one)).isEqualTo("first");
    assertThat(exchanges.get(alike)).isNull();
    assertThat(exchanges.add(alike, "other")).isTrue();
  }
}
