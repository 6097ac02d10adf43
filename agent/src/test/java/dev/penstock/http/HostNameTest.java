package dev.penstock.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostNameTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          shop.example       | shop.example
          Shop.EXAMPLE       | shop.example
          shop.example:8080  | shop.example
          shop.example.      | shop.example
          SHOP.example.:80   | shop.example
          ' shop.example '   | shop.example
          1.2.3.4:80         | 1.2.3.4
          [::1]              | [::1]
          [FE80::1]:80       | [fe80::1]
          2001:DB8::1        | 2001:db8::1
          .                  | .
          :80                | ''
          ''                 | ''
                             | ''
          """)
  void allSpellingsOfAHostAreEqual(String authority, String host) {
    assertThat(HostName.of(authority)).isEqualTo(host);
  }
}
