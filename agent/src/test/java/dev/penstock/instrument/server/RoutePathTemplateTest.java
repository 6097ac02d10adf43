package dev.penstock.instrument.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoutePathTemplateTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /                         | /
          /hello                    | /hello
          /orders/:id               | /orders/{id}
          /orders/:id/items//:item  | /orders/{id}/items/{item}
          /orders/:id/              | /orders/{id}
          //files//*                | /files/*
          /a/:from-:to_2.txt        | /a/{from}-{to_2}.txt
          /a/:                      | /a/:
          """)
  void translatesVariablesToTheTemplatesOfRules(String path, String template) {
    assertThat(RoutePathTemplate.of(path)).isEqualTo(template);
  }
}
