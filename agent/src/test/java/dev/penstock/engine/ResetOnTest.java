package dev.penstock.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.http.FakeCall;
import dev.penstock.log.AgentLog;
import dev.penstock.rules.config.Good;
import dev.penstock.rules.key.KeyHash;
import dev.penstock.store.ManualTicker;
import dev.penstock.store.local.LocalStore;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A successful response clears the account of its request, and nothing else. */
class ResetOnTest {
  private static final long MANY_KEYS = 1_000_000;
  private static final int WRONG_PASSWORD = 401;
  private static final int LOGGED_IN = 200;

  private final ManualTicker ticker = new ManualTicker();
  private LocalStore store = store(MANY_KEYS);

  private LocalStore store(long mostKeys) {
    PrintStream discarded =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    return new LocalStore(
        ticker, mostKeys, new AgentLog(discarded, /* debugging= */ false, System::nanoTime));
  }

  @Test
  void theSampleLimitsGuessesByAddressEvenIfOthersLogInBetween() throws IOException {
    File sample = new File("../config-samples/login-protection.yaml");
    Engine engine = engine(Files.readString(sample.toPath()));
    int guesses = 0;
    for (int i = 0; i < 300; i++) {
      guesses += login(engine, "victim" + i, WRONG_PASSWORD) ? 1 : 0;
      login(engine, "attacker", LOGGED_IN);
    }
    assertThat(guesses).isEqualTo(20);
  }

  @Test
  void aSuccessClearsTheFailuresOfItsOwnAccount() {
    Engine engine =
        engine(
            """
            version: 1
            inbound:
              login:
                match: /login
                limits:
                  - { rate: 3/min, key: [ip, form.username], reset-on: 2xx }
                  - { rate: 20/min, key: ip }
                count: { status: 401 }
            """);
    for (int round = 0; round < 3; round++) {
      assertThat(login(engine, "ann", WRONG_PASSWORD)).isTrue();
      assertThat(login(engine, "ann", WRONG_PASSWORD)).isTrue();
      assertThat(login(engine, "ann", LOGGED_IN)).isTrue();
    }
    assertThat(login(engine, "bob", WRONG_PASSWORD)).isTrue();
    assertThat(login(engine, "bob", WRONG_PASSWORD)).isTrue();
    assertThat(login(engine, "bob", WRONG_PASSWORD)).isTrue();
    assertThat(login(engine, "bob", WRONG_PASSWORD)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "form.username, true",
    "'[ip, form.username]', true",
    "form.username | ip, true",
    "query.username, true",
    "header.X-User, true",
    "user, true",
    "attribute.account, true",
    "path.name, true",
    "ip, false",
    "host, false",
    "method, false",
    "route, false",
    "global, false",
    "session, false",
    "cookie.device, false",
    "'[ip, method]', false",
  })
  void aRuleResetsOnlyKeysThatNameAnAccount(String key, boolean resets) {
    String file =
        """
        version: 1
        inbound:
          login:
            match: "/login/{name}"
            key: %s
            rate: 2/min
            count: { status: 401, reset-on: 2xx }
        """
            .formatted(key);
    assertThat(Good.file(file).warnings()).hasSize(resets ? 0 : 1);
    Engine engine = engine(file);
    FakeCall call =
        FakeCall.of("POST /login/ann?username=ann")
            .with("X-User", "ann")
            .with("Cookie", "device=d1")
            .known("form.username", "ann")
            .known("attribute.account", "ann")
            .known("session", "s1")
            .known("user", "ann");
    assertThat(call(engine, call, WRONG_PASSWORD)).isTrue();
    assertThat(call(engine, call, LOGGED_IN)).isTrue();
    assertThat(call(engine, call, WRONG_PASSWORD)).isTrue();
    assertThat(call(engine, call, WRONG_PASSWORD)).isEqualTo(resets);
  }

  @ParameterizedTest
  @ValueSource(strings = {"count: { status: 401, reset-on: 2xx }", "reset-on: 2xx"})
  void aRequestWithoutAnAccountClearsNothing(String reset) {
    Engine engine =
        engine(
            """
            version: 1
            inbound:
              login: { match: /login, key: [ip, form.username], rate: 2/min, %s }
            """
                .formatted(reset));
    FakeCall withoutAccount = FakeCall.of("POST /login");
    assertThat(call(engine, withoutAccount, WRONG_PASSWORD)).isTrue();
    assertThat(call(engine, withoutAccount, LOGGED_IN)).isTrue();
    call(engine, withoutAccount, WRONG_PASSWORD);
    assertThat(call(engine, withoutAccount, WRONG_PASSWORD)).isFalse();
  }

  @Test
  void anOverflowBucketIsNotClearedByOneOfItsKeys() {
    store = store(/* mostKeys= */ 1);
    Engine engine =
        engine(
            """
            version: 1
            inbound:
              login: { match: /login, key: form.username, rate: 3/min, reset-on: 2xx }
            """);
    assertThat(login(engine, "first", WRONG_PASSWORD)).isTrue();
    int guesses = 0;
    for (int i = 0; i < 30; i++) {
      guesses += login(engine, "victim" + i, WRONG_PASSWORD) ? 1 : 0;
      login(engine, "attacker", LOGGED_IN);
    }
    assertThat(guesses).isLessThanOrEqualTo(3);
  }

  @Test
  void resetOnOfALimitNeedsNoCountSetting() {
    Engine engine =
        engine(
            """
            version: 1
            inbound:
              login: { match: /login, key: form.username, rate: 2/min, reset-on: [200, 204] }
            """);
    assertThat(login(engine, "ann", 302)).isTrue();
    assertThat(login(engine, "ann", 204)).isTrue();
    assertThat(login(engine, "ann", 302)).isTrue();
    assertThat(login(engine, "ann", 302)).isTrue();
    assertThat(login(engine, "ann", 204)).isFalse();
  }

  private Engine engine(String file) {
    return new Engine(Good.file(file).rules().inbound(), store, new KeyHash(1, 2));
  }

  private boolean login(Engine engine, String name, int status) {
    return call(engine, FakeCall.of("POST /login").known("form.username", name), status);
  }

  /** Makes a call whose handler responds with this status; false if it was rejected. */
  private boolean call(Engine engine, FakeCall call, int status) {
    Decision decision = engine.decide(call);
    if (decision.isRejected()) {
      return false;
    }
    EndOfCallActions actions = decision.endOfCallActions(store, /* earlier= */ null);
    if (actions != null) {
      actions.end(status);
    }
    return true;
  }
}
