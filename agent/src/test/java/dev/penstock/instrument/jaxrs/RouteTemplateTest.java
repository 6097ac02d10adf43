package dev.penstock.instrument.jaxrs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RouteTemplateTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '=',
      textBlock =
          """
          /                              = /
          /|/orders|{id}                 = /orders/{id}
          /shop/api/|/orders/|/{id}      = /shop/api/orders/{id}
          /|/orders|{id}/items|/|{item}  = /orders/{id}/items/{item}
          /|orders//x/                   = /orders/x
          /|{id: \\\\d+}                  = /{id}
          /|{ id :[a-z]{2,3}/x}/{b}      = /{id}/{b}
          /|a:b/{c}                      = /a:b/{c}
          """)
  void joinsPartsWithoutRegularExpressions(String parts, String route) {
    assertThat(RouteTemplate.join(Arrays.asList(parts.split("\\|", -1)))).isEqualTo(route);
  }

  @ParameterizedTest
  @CsvSource({"/orders"})
  void ignoresMissingParts(String part) {
    assertThat(RouteTemplate.join(Arrays.asList(null, part, null))).isEqualTo(part);
  }
}
