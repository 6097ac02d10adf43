package dev.penstock.engine;

import static dev.penstock.engine.Rules.rule;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.penstock.http.Call;
import dev.penstock.http.FakeCall;
import dev.penstock.limit.FixedWindow;
import dev.penstock.limit.SlidingWindow;
import dev.penstock.limit.TokenBucket;
import dev.penstock.log.AgentLog;
import dev.penstock.rules.Mode;
import dev.penstock.rules.key.ClientIpKey;
import dev.penstock.rules.key.CompositeKey;
import dev.penstock.rules.key.FirstPresentKey;
import dev.penstock.rules.key.GlobalKey;
import dev.penstock.rules.key.KeyHash;
import dev.penstock.rules.key.NamedValueKey;
import dev.penstock.rules.key.PathVariableKey;
import dev.penstock.rules.key.RequestPart;
import dev.penstock.store.Ticker;
import dev.penstock.store.local.LocalStore;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The engine allocates no memory when it admits a call. */
class AllocationTest {
  private static final long SECOND = 1_000_000;
  private static final int DECISIONS = 200_000;

  /** A call that allocates nothing. A FakeCall would convert names of headers to lower case. */
  private record NonAllocatingCall(FakeCall fake, boolean mayBlock) implements Call {
    @Override
    public String method() {
      return fake.method();
    }

    @Override
    public String path() {
      return fake.path();
    }

    @Override
    public @Nullable String query() {
      return fake.query();
    }

    @Override
    public @Nullable String header(String name) {
      return name.equals("X-API-Key") ? "a-key-of-usual-length" : null;
    }

    @Override
    public @Nullable String headerLines(String name) {
      return header(name);
    }

    @Override
    public @Nullable String remoteAddress() {
      return fake.remoteAddress();
    }
  }

  @ParameterizedTest(name = "on a thread that may block: {0}")
  @ValueSource(booleans = {true, false})
  void anAdmittedCallAllocatesNothing(boolean mayBlock) {
    KeyHash secret = KeyHash.withRandomSecret();
    NamedValueKey apiKey = new NamedValueKey(RequestPart.HEADER, "X-API-Key");
    LocalStore store = new LocalStore(Ticker.system(), 1_000_000, AgentLog.onStderr());
    Engine engine =
        new Engine(
            Rules.of(
                Mode.ENFORCE,
                rule("global", "/**", GlobalKey.INSTANCE, new FixedWindow(1_000_000_000, SECOND)),
                rule(
                    "ip",
                    "/api/**",
                    ClientIpKey.INSTANCE,
                    new TokenBucket(10_000_000, SECOND, 1_000_000)),
                rule(
                    "key",
                    "/api/orders/{id}",
                    new CompositeKey(
                        List.of(
                            new FirstPresentKey(List.of(apiKey, ClientIpKey.INSTANCE)),
                            new PathVariableKey("id"))),
                    new SlidingWindow(SlidingWindow.mostPermits(3600 * SECOND), 3600 * SECOND))),
            store,
            secret);
    Call call =
        new NonAllocatingCall(FakeCall.of("GET /api/orders/4711").from("2001:db8::17"), mayBlock);

    decide(engine, call);
    decide(engine, call);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    decide(engine, call);
    long bytes = threads.getCurrentThreadAllocatedBytes() - before;

    assertThat(bytes / (double) DECISIONS).as("bytes per decision").isLessThan(1.0);
  }

  private static void decide(Engine engine, Call call) {
    for (int i = 0; i < DECISIONS; i++) {
      Decision decision = engine.decide(call);
      if (decision.quotas() != 3 || decision.isRejected()) {
        throw new AssertionError("not admitted by three rules");
      }
    }
  }
}
