package dev.penstock.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values of query and form parameters. A value that parsers read differently is ambiguous. */
class EncodedParametersTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          token=a                | a
          x=1&token=a            | a
          x=token=b&token=a      | a
          tokens=b&token=a       | a
          token=a%20b            | a b
          token=a+b              | a b
          token=%C3%BC           | ü
          t%6fken=a              | a
          %74%6F%6B%65%6e=a      | a
          &&token=a&             | a
          =x&token=a             | a
          token=a=b              | a=b
          token=a&x=%FF          | a
          token=a;b=1&x=2        | ambiguous
          x=1;token=b&token=a    | ambiguous
          x=1;token=a            | ambiguous
          token                  | ''
          token=                 | ''
          x=1                    |
          ''                     |
          """)
  void theOnlyValueIsFoundInEverySpelling(String query, @Nullable String value) {
    assertThat(text(EncodedParameters.inQuery(query, "token"))).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "token=a&token=b",
        "token=a&token=a",
        "token=a&token=%61",
        "TOKEN=b&token=a",
        "%54oken=b&token=a",
        "Token=a",
        "token=&token=a",
        "token&token=a",
        "token=a&token",
        "token=%z1&token=a",
        "token=a&token=%z1",
        "token=a%",
        "token=a%2",
        "token=a&x=%zz",
        "token=a&x=%uFF21",
        "%u0074oken=b&token=a",
        "token=a%\uFF11\uFF11",
        "token=%FF",
        "token=%C0%AE",
        "token=%ED%A0%80",
        "%C1%B4oken=b&token=a",
        "%FFtoken=b&token=a",
        "+token=b&token=a",
        "token%20=b&token=a",
        "%00token=a",
        "token=a%00",
        "token=%1B(Ba",
        "token=a#&token=b",
        "token=a\u00fc",
        "token=a b",
        "token=a\tb",
      })
  void aValueThatParsersReadDifferentlyIsAmbiguous(String query) {
    assertThat(EncodedParameters.inQuery(query, "token")).isSameAs(Ambiguous.VALUE);
    assertThat(EncodedParameters.inUnparsedQuery(query, "token")).isSameAs(Ambiguous.VALUE);
  }

  @Test
  void moreParametersThanAServerReadsAreAmbiguous() {
    assertThat(EncodedParameters.inQuery("x&".repeat(999) + "token=a", "token")).isEqualTo("a");
    assertThat(EncodedParameters.inQuery("x&".repeat(1000) + "token=a", "token"))
        .isSameAs(Ambiguous.VALUE);
    assertThat(EncodedParameters.inQuery("x&".repeat(2000), "token")).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          token=a                  | a
          x=%20+&token=a%20b       | a b
          q=a%26b&token=a          | a
          x=%26token=b&token=a     | ambiguous
          x=%26token=b             | ambiguous
          token=a%26b              | ambiguous
          token=a+b                | ambiguous
          token=a%2Bb              | ambiguous
          token=a%2541             | ambiguous
          t%6fken=a                | ambiguous
          token%3Da                | ambiguous
          x=%FF&token=a            | ambiguous
          q=a%20b                  |
          """)
  void onlyTheSimplestSpellingIsClearIfTheServerDoesNotParse(String query, @Nullable String value) {
    assertThat(text(EncodedParameters.inUnparsedQuery(query, "token"))).isEqualTo(value);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          name=a+b&x=1       | UTF_8      | a b
          name=J%C3%BCrgen   | UTF_8      | Jürgen
          name=Jürgen        | UTF_8      | Jürgen
          name=J%FCrgen      | UTF_8      | ambiguous
          name=ann           | ASCII      | ann
          name=J%C3%BCrgen   | ASCII      | ambiguous
          name=J%FCrgen      | ASCII      | ambiguous
          name=a&name=b      | UTF_8      | ambiguous
          name=a&x=%zz       | UTF_8      | ambiguous
          name=a%0D%0A       | UTF_8      | ambiguous
          x=1                | UTF_8      |
          """)
  void aFormIsDecodedAsDeclared(String form, TextEncoding encoding, @Nullable String value) {
    Charset sent = StandardCharsets.UTF_8;
    assertThat(text(EncodedParameters.inForm(form.getBytes(sent), "name", encoding)))
        .isEqualTo(value);
  }

  private static @Nullable String text(@Nullable String value) {
    return Ambiguous.is(value) ? "ambiguous" : value;
  }
}
