package dev.penstock.rules.key;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.http.Ambiguous;
import java.util.Base64;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Checks that the cache returns the same claims as parsing, for any earlier tokens. */
class ClaimCacheTest {
  private static String bearer(String payload) {
    String encoded =
        Base64.getUrlEncoder().withoutPadding().encodeToString(payload.getBytes(UTF_8));
    return "Bearer e30." + encoded + ".sig";
  }

  @Test
  void eachClaimOfATokenHasItsOwnValue() {
    String token = bearer("{\"sub\":\"ann\",\"org\":\"acme\"}");
    for (int i = 0; i < 2; i++) {
      assertThat(ClaimCache.claim(token, "sub")).isEqualTo("ann");
      assertThat(ClaimCache.claim(token, "org")).isEqualTo("acme");
      assertThat(ClaimCache.claim(token, "team")).isNull();
    }
  }

  @Test
  void anAmbiguousTokenStaysAmbiguous() {
    String two = bearer("{\"sub\":\"ann\"}") + ", " + bearer("{\"sub\":\"bob\"}");
    for (int i = 0; i < 2; i++) {
      assertThat(Ambiguous.is(ClaimCache.claim(two, "sub"))).isTrue();
    }
  }

  @Test
  void moreTokensThanTheCacheHoldsKeepTheirClaims() {
    Random random = new Random(1);
    for (int i = 0; i < 50_000; i++) {
      int client = random.nextInt(20_000);
      String token = bearer("{\"sub\":\"client" + client + "\"}");
      assertThat(ClaimCache.claim(token, "sub")).isEqualTo("client" + client);
    }
  }

  @Test
  void longFieldsAndLongValuesAreParsedEachTime() {
    String value = "v".repeat(500);
    String field = bearer("{\"sub\":\"ann\",\"pad\":\"" + "p".repeat(9_000) + "\"}");
    String token = bearer("{\"sub\":\"" + value + "\"}");
    for (int i = 0; i < 2; i++) {
      assertThat(ClaimCache.claim(token, "sub")).isEqualTo(value);
      assertThat(ClaimCache.claim(field, "sub")).isEqualTo(JwtClaims.claim(field, "sub"));
    }
  }
}
