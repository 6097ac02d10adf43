package dev.penstock.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.fail;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonParserTest {
  private static final String LINE =
      """
      {"type":"minute","t":1740000000000,"in":{"counts":[1,2,3,4],"x":-1.5e3,"y":true,"z":null}}\
      """;

  @Test
  void parsesObjectsListsStringsAndNumbers() throws InvalidJsonException {
    JsonValue line =
        JsonParser.parse(" { \"a\" : [ 1 , -2.5 , \"x\\\"\\\\\\/\\n\\u00e9\" ] , \"b\" : {} } ");
    assertThat(line.member("a").items().get(0).count()).isEqualTo(1);
    assertThat(line.member("a").items().get(1).decimal()).isEqualTo(-2.5);
    assertThat(line.member("a").items().get(2).text()).isEqualTo("x\"\\/\n\u00e9");
    assertThat(line.member("b").members()).isEmpty();
    assertThat(line.member("c").isNull()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{",
        "}",
        "[",
        "[1",
        "[1,",
        "[1,]",
        "{\"a\"",
        "{\"a\":",
        "{\"a\":1,}",
        "{a:1}",
        "{1:1}",
        "\"",
        "\"\\",
        "\"\\u12",
        "\"\\u12g4\"",
        "\"\\x\"",
        "\"a\nb\"",
        "tru",
        "nul",
        "falsy",
        "1 2",
        "{} {}",
        "-",
        "+1",
        "1e",
        ".5",
        "--1",
        "99999999999999999999",
        "NaN",
        "Infinity",
        "'a'",
        "1.0000000000000000000000000000000000000000001",
        "\u0661",
        "\"\\u\u0661\u0661\u0661\u0661\""
      })
  void rejectsInvalidJson(String text) {
    assertThatExceptionOfType(InvalidJsonException.class).isThrownBy(() -> JsonParser.parse(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{\"a\":", "[{\"a\":["})
  void rejectsTextsThatAreTooDeep(String nesting) {
    assertThatExceptionOfType(InvalidJsonException.class)
        .isThrownBy(() -> JsonParser.parse(nesting.repeat(100_000)));
  }

  @Test
  void throwsNoOtherExceptionForDamagedText() {
    Random random = new Random(42);
    for (int i = 0; i < 100_000; i++) {
      StringBuilder line = new StringBuilder(LINE);
      for (int edits = random.nextInt(4); edits >= 0; edits--) {
        int at = random.nextInt(line.length());
        switch (random.nextInt(3)) {
          case 0 -> line.setLength(at + 1);
          case 1 -> line.setCharAt(at, "{}[]\",:\\u0-.e".charAt(random.nextInt(13)));
          default -> line.deleteCharAt(at).append(' ');
        }
      }
      try {
        assertThat(JsonParser.parse(line.toString())).isNotNull();
      } catch (InvalidJsonException expected) {
        assertThat(expected).hasMessageStartingWith("invalid JSON at byte ");
      } catch (RuntimeException e) {
        fail("at " + line, e);
      }
    }
  }

  @Test
  void parsesEveryStringThatWasWritten() throws InvalidJsonException {
    StringBuilder all = new StringBuilder();
    for (int c = 0; c <= Character.MAX_VALUE; c++) {
      all.append((char) c);
    }
    StringBuilder quoted = new StringBuilder();
    JsonStrings.quote(quoted, all.toString());
    assertThat(JsonParser.parse(quoted.toString()).text()).isEqualTo(all.toString());
    assertThat(quoted.chars()).allMatch(c -> c >= ' ' && c < 0x7f);
  }
}
