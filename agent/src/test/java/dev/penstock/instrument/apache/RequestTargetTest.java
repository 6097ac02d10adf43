package dev.penstock.instrument.apache;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestTargetTest {
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          http  | shop.example | 8080 | /orders/7?full=1   | http shop.example 8080 /orders/7 full=1
          http  | shop.example |   80 | /orders            | http shop.example -1 /orders null
          https | shop.example |  443 | /orders            | https shop.example -1 /orders null
          https | shop.example |   80 | /orders            | https shop.example 80 /orders null
          HTTPS | shop.example |  443 | /                  | HTTPS shop.example -1 / null
          http  | shop.example |   -1 | /a?                | http shop.example -1 /a ''
          http  | shop.example |   -1 | /a#end?no=1        | http shop.example -1 /a null
          http  | shop.example |   -1 | /to?u=http://x/y   | http shop.example -1 /to u=http://x/y
          http  | shop.example |   -1 | http://other/a/b?q | http shop.example -1 /a/b q
          http  | shop.example |   -1 | http://other       | http shop.example -1 / null
          http  | shop.example |   -1 | http://other?q     | http shop.example -1 / q
          http  | shop.example |   -1 | *                  | http shop.example -1 * null
          """,
      delimiter = '|',
      quoteCharacter = '"')
  void isBuiltFromTheHostAndTheRequestLine(
      String scheme, String host, int port, String target, String expected) {
    assertThat(text(RequestTarget.at(scheme, host, port, target))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          http://shop.example:8080/a | http://shop.example:8080/a | http shop.example 8080 /a null
          https://shop.example:443   | /a?q                       | https shop.example -1 /a q
          http://a_b:81              | /a                         | http a_b:81 -1 /a null
          /a                         | /a                         | null null -1 /a null
          http://not a uri           | /a                         | null null -1 /a null
          """,
      delimiter = '|')
  void isReadFromTheUriIfTheHostIsNotGiven(String origin, String target, String expected) {
    assertThat(text(RequestTarget.at(origin, target))).isEqualTo(expected);
  }

  private static String text(RequestTarget address) {
    String query = address.query() != null && address.query().isEmpty() ? "''" : address.query();
    return address.scheme()
        + " "
        + address.host()
        + " "
        + address.port()
        + " "
        + address.path()
        + " "
        + query;
  }
}
