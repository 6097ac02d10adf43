package dev.penstock.rules.key;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.http.FakeCall;
import dev.penstock.rules.match.Match;
import dev.penstock.rules.match.PathPattern;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks that a client cannot choose a path variable by a path with several readings. */
class AmbiguousPathTest {
  private static final KeySource ID = new PathVariableKey("id");
  private static final Match VAULT = new Match(List.of(), PathPattern.parse("/vault/{id}/**"));

  @Test
  void aVariableWithTheSameValueInAllReadingsIsTheKey() {
    FakeCall call = FakeCall.of("GET /vault/7/x").known("other paths", "/vault/7/../7/x /x");
    assertThat(keyOf(call)).isEqualTo(keyOf(FakeCall.of("GET /vault/7")));
  }

  @Test
  void aVariableIsTakenFromTheReadingThatMatchesTheRule() {
    FakeCall call = FakeCall.of("GET /health").known("other paths", "/vault/7/../../health");
    assertThat(keyOf(call)).isEqualTo(keyOf(FakeCall.of("GET /vault/7")));
  }

  @Test
  void aVariableWithDifferentValuesIsReplacedByTheClientAddress() {
    FakeCall one = FakeCall.of("GET /vault/7/x").known("other paths", "/vault/8/x");
    FakeCall two = FakeCall.of("GET /vault/9/x").known("other paths", "/vault/8/x");
    assertThat(keyOf(one)).isEqualTo(keyOf(two));
    assertThat(keyOf(one)).isNotEqualTo(keyOf(FakeCall.of("GET /vault/7/x")));
    assertThat(keyOf(one)).isNotEqualTo(keyOf(two.from("5.6.7.8")));
    assertThat(caller(one).pathVariables().isAmbiguous()).isTrue();
    assertThat(ID.describe(caller(one))).isEqualTo("path.id ambiguous, ip=1.2.3.4");
  }

  private static String keyOf(FakeCall call) {
    KeyHash hash = caller(call).hashOf(ID);
    return hash.high() + " " + hash.low();
  }

  private static KeyContext caller(FakeCall call) {
    KeyContext context = new KeyContext(new KeyHash(1, 2));
    context.start(call, ClientAddress.DIRECT);
    VAULT.readVariables(call, context.pathVariables());
    return context;
  }
}
