package dev.penstock.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values of cookies. A value that parsers read differently is ambiguous. */
class CookieHeaderTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          s=a                              | a
          x=1; s=a                         | a
          x=1;s=a                          | a
          s=a; s=a                         | a
          ~ s= a ~                         | a
          s=a==                            | a==
          s="a"                            | a
          s=a; $Path=/                     | a
          $Version=1; s=a                  | a
          x=1,s=a,y=2                      | a
          x={"i":1,"j":2}; s=a             | a
          x="; y"; s=a                     | a
          x=ü; s=a                         | a
          ss=b; s=a                        | a
          x=s=b; s=a                       | a
          x=/login?s=b; s=a                | a
          x=s; s=a                         | a
          S=b; s=a                         | a
          """)
  void theOnlyValueIsUsedIfTheServerFindsItToo(String header, String value) {
    assertThat(CookieHeader.parsed(header, "s", value)).isEqualTo(value);
    assertThat(CookieHeader.parsed(header, "s", "\"" + value + "\"")).isEqualTo(value);
    assertThat(CookieHeader.parsed(header, "s", "other")).isSameAs(Ambiguous.VALUE);
    assertThat(CookieHeader.parsed(header, "s", /* parsed= */ null)).isSameAs(Ambiguous.VALUE);
    assertThat(CookieHeader.parsed(header, "s", Ambiguous.VALUE)).isSameAs(Ambiguous.VALUE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "s=a; s=b",
        "s=b; s=a",
        "x=1,s=b; s=a",
        "s=a; x=1,s=b",
        "s=\"b\"z; s=a",
        "s=b\\; s=a",
        "x=\"; s=b; \"; s=a",
        "x=1 s=b; s=a",
        "x=1\ts=b; s=a",
        "x=\u00fcs=b; s=a",
        "x=\\s=b; s=a",
        "s; s=a",
        "s=; s=a",
        "s=a; s",
        "s=a b",
        "s =a",
        "s\t=a",
        "s=a\u00fc",
        "s=\"a",
        "s=a\"",
        "s=a\\",
        "s=\"a\\\"\"",
        "s=\"a;b\"",
        "s=\u0001a",
        "s=a%",
        "s=a%zz",
        "s=a%FF",
      })
  void aValueIsAmbiguousIfAnyParserCouldFindAnother(String header) {
    assertThat(CookieHeader.parsed(header, "s", "a")).isSameAs(Ambiguous.VALUE);
    assertThat(CookieHeader.unparsed(header, "s")).isSameAs(Ambiguous.VALUE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          s=a                    | a
          x=1; s=a; y=2          | a
          s=a; s=a               | a
          x=1;s=a                | ambiguous
          x=1;  s=a              | ambiguous
          s =a                   | ambiguous
          s= a                   | ambiguous
          s="a"                  | ambiguous
          s=a; x="1"             | ambiguous
          s=a; x=1,2             | ambiguous
          s=a; x=\\              | ambiguous
          s=a; x=ü               | ambiguous
          s=a;                   | ambiguous
          $Version=1; s=a        | ambiguous
          x="1"; y               |
          ~~                     |
          """)
  void theWholeHeaderMustBeStandardIfTheServerDoesNotParseIt(
      String header, @Nullable String value) {
    String found = CookieHeader.unparsed(header, "s");
    assertThat(Ambiguous.is(found) ? "ambiguous" : found).isEqualTo(value);
  }

  @ParameterizedTest
  @CsvSource({
    "a%20b, a b",
    "a+b, a b",
    "%61, a",
    "a%2Bb, a b",
    "%C3%BC, ü",
    "%2561, %61",
    "%22a%22, a"
  })
  void anEscapedValueIsOneKeyWhetherOrNotTheApplicationDecodesIt(String sent, String value) {
    assertThat(CookieHeader.parsed("s=" + sent, "s", sent)).isEqualTo(value);
    assertThat(CookieHeader.unparsed("s=" + sent, "s")).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"%22a%22\"", "%22%22a%22%22"})
  void aValueInTwoPairsOfQuotesIsAmbiguous(String sent) {
    assertThat(CookieHeader.parsed("s=" + sent, "s", sent)).isSameAs(Ambiguous.VALUE);
  }

  @ParameterizedTest
  @CsvSource({"x=1,", "s=,", "s,", "ss=1; x=s; y=/s,"})
  void aMissingOrEmptyCookieIsNotAmbiguous(String header) {
    assertThat(CookieHeader.parsed(header, "s", /* parsed= */ null)).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"x=1", "ss=a", "x=\"s\""})
  void aValueThatOnlyTheServerFindsIsAmbiguous(String header) {
    assertThat(CookieHeader.parsed(header, "s", "a")).isSameAs(Ambiguous.VALUE);
  }
}
