package dev.penstock.rules.match;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.http.Call;
import dev.penstock.http.FakeCall;
import dev.penstock.rules.key.RequestPart;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests conditions whose value has several readings. */
class MatchConditionTest {
  @ParameterizedTest
  @CsvSource({
    "tier=free,             free,      may,   surely",
    "tier=pro,              free,      never, never",
    "tier=pro&tier=free,    free,      may,   never",
    "tier=free&tier=pro,    free,      may,   never",
    "tier=pro&TIER=free,    free,      may,   never",
    "tier=pro&%74ier=free,  free,      may,   never",
    "tier=%zz&tier=free,    free,      may,   never",
    "tier=fr%65e,           free,      may,   surely",
    "other=free,            free,      never, never",
    "tier=free-trial,       free*,     may,   surely",
    "tier=,                 ,          may,   surely",
    "tier=a&tier=b,         ,          may,   never",
    "other=1,               ,          never, never",
  })
  void readsAParameter(String query, @Nullable String value, String may, String surely) {
    Call call = FakeCall.of("GET /a?" + query);
    check(new MatchCondition(RequestPart.QUERY, "tier", value), call, may, surely);
  }

  @ParameterizedTest
  @CsvSource({
    "free,        ,     free,   may,   surely",
    "pro,         ,     free,   never, never",
    "pro,         free, free,   may,   never",
    "free,        pro,  free,   may,   never",
    "'pro, free', max,  free,   may,   never",
    "pro,         max,  free,   never, never",
    "pro,         max,  '*o,m*', may, never",
    "pro,         max,  ,       may,   never",
    "'a, free',   ,     free,   never, never",
  })
  void readsAHeader(
      String line, @Nullable String second, @Nullable String value, String may, String surely) {
    Call call = new TwoLines(line, second);
    check(new MatchCondition(RequestPart.HEADER, "X-Tier", value), call, may, surely);
  }

  private static void check(MatchCondition condition, Call call, String may, String surely) {
    assertThat(condition.mayHold(call)).as("may hold").isEqualTo(may.equals("may"));
    assertThat(condition.surelyHolds(call)).as("surely holds").isEqualTo(surely.equals("surely"));
  }

  /** A call with a header of one line or two. */
  private record TwoLines(String line, @Nullable String second) implements Call {
    @Override
    public String method() {
      return "GET";
    }

    @Override
    public String path() {
      return "/a";
    }

    @Override
    public @Nullable String query() {
      return null;
    }

    @Override
    public @Nullable String header(String name) {
      return line;
    }

    @Override
    public @Nullable String headerLines(String name) {
      return second == null ? line : line + "," + second;
    }

    @Override
    public @Nullable String remoteAddress() {
      return "1.2.3.4";
    }
  }
}
