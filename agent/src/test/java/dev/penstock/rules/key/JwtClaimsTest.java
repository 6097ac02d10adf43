package dev.penstock.rules.key;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.http.Ambiguous;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks that claims are found in each token that a JWT library accepts, and only there. */
class JwtClaimsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {"org":"a"}                                        | a
          { "org" : "a" }                                    | a
          {"sub":"x","org":"a","exp":1}                      | a
          {"org":"ü€😀"}                                     | ü€😀
          {"org":7}                                          | 7
          {"org":-1.5e+3}                                    | -1.5e+3
          {"org":true}                                       | true
          {"org":false,"x":null}                             | false
          {"org":"a\\u00fc\\"b\\\\c\\/d"}                    | aü"b\\c/d
          {"o\\u0072g":"a"}                                  | a
          {"org":"\\ud83d\\ude00"}                           | 😀
          {"x":{"org":"b"},"org":"a"}                        | a
          {"x":[{"y":"}]"},["]"]],"org":"a"}                 | a
          {"org":"b","org":"a"}                              | a
          {"x":"\\"org\\":\\"b\\"","org":"a"}                | a
          {"org":null}                                       |
          {"org":{"id":1}}                                   |
          {"org":["a"]}                                      |
          {"org":"a","org":null}                             |
          {"x":{"org":"b"}}                                  |
          {"Org":"b"}                                        |
          {}                                                 |
          []                                                 |
          "org"                                              |
          {"org":"a"                                         |
          {"org":"a",}                                       |
          {"org":"a"}}                                       |
          {"org":"a"} x                                      |
          {"org":"a" "x":1}                                  |
          {"org" "a"}                                        |
          {org:"a"}                                          |
          {'org':'a'}                                        |
          {"org":a}                                          |
          {"org":1a}                                         |
          {"org":nul}                                        |
          {"org":"a                                          |
          {"org":"a\\                                        |
          {"org":"a\\q"}                                     |
          {"org":"a\\u00f"}                                  |
          {"org":"a\\u00fg"}                                 |
          {"org":"a","x":[                                   |
          {"org":"a","x":["                                  |
          {,"org":"a"}                                       |
          {                                                  |
          ~~                                                 |
          """)
  void aTopLevelClaimIsRead(String payload, @Nullable String org) {
    assertThat(JwtClaims.claim("Bearer e30." + encoded(payload) + ".c2ln", "org")).isEqualTo(org);
  }

  @Test
  void onlyABearerTokenWithThreePartsIsRead() {
    String payload = encoded("{\"org\":\"a\"}");
    assertThat(JwtClaims.claim("bearer e30." + payload + ".", "org")).isEqualTo("a");
    assertThat(JwtClaims.claim("BEARER   e30." + payload + ".c2ln", "org")).isEqualTo("a");
    assertThat(JwtClaims.claim("Bearer\te30." + payload + ".c2ln ", "org")).isEqualTo("a");
    for (String other :
        new String[] {
          "Basic e30." + payload + ".c2ln",
          "Bearer e30." + payload,
          "Bearer " + payload,
          "Bearer e30.." + payload + ".c2ln",
          "Bearer e30." + payload + "=.c2ln",
          "Bearer e30.A.c2ln",
          "Bearer",
          "Bearer ",
          "",
        }) {
      assertThat(JwtClaims.claim(other, "org")).as(other).isNull();
    }
  }

  @Test
  void moreThanOneTokenIsAmbiguous() {
    String token = "e30." + encoded("{\"org\":\"a\"}") + ".c2ln";
    for (String ambiguous :
        new String[] {
          token + " " + token, token + ", Bearer x.y.z", "\"" + token + "\"", "ü" + token
        }) {
      assertThat(JwtClaims.claim("Bearer " + ambiguous, "org"))
          .as(ambiguous)
          .isSameAs(Ambiguous.VALUE);
    }
  }

  @Test
  void aTokenLargerThan8KibIsNotRead() {
    String most = "{\"org\":\"a\",\"x\":\"" + "x".repeat(JwtClaims.MAX_BYTES - 18) + "\"}";
    assertThat(most).hasSize(JwtClaims.MAX_BYTES);
    assertThat(JwtClaims.claim("Bearer e30." + encoded(most) + ".", "org")).isEqualTo("a");
    assertThat(JwtClaims.claim("Bearer e30." + encoded(most + " ") + ".", "org")).isNull();
  }

  @Test
  void arbitraryTextNeverThrows() {
    Random random = new Random(7);
    String valid = "{\"a\":[1,{\"b\":\"\\u00fc\\n\"}],\"org\":\"x\",\"c\":true}";
    String alphabet = "{}[]\":,\\u0 atrue1-\n\0";
    for (int i = 0; i < 100_000; i++) {
      StringBuilder text = new StringBuilder(valid);
      for (int edits = random.nextInt(4); edits >= 0; edits--) {
        int at = random.nextInt(text.length());
        char c = alphabet.charAt(random.nextInt(alphabet.length()));
        switch (random.nextInt(3)) {
          case 0 -> text.setCharAt(at, c);
          case 1 -> text.insert(at, c);
          default -> text.setLength(Math.max(1, at));
        }
      }
      JsonMember.valueOf(text.toString().getBytes(StandardCharsets.UTF_8), "org");
    }
  }

  private static String encoded(String payload) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(payload.getBytes(StandardCharsets.UTF_8));
  }
}
