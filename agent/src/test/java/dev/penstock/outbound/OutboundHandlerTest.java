package dev.penstock.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.bootstrap.Ticket;
import dev.penstock.engine.Engine;
import dev.penstock.http.FakeCall;
import dev.penstock.http.OutboundCall;
import dev.penstock.http.OutboundPermit;
import dev.penstock.http.Reentry;
import dev.penstock.log.AgentLog;
import dev.penstock.rules.config.Good;
import dev.penstock.rules.key.KeyHash;
import dev.penstock.store.ManualTicker;
import dev.penstock.store.local.LocalStore;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Calls from the start to the end of the client's method. */
class OutboundHandlerTest {
  private static final Object[] NO_ARGUMENTS = {};
  private static final String ONE_PER_HOUR = "a: { match: 'https://*/**', rate: 1/h, wait: 0s }";
  private static final String ONE_IN_FLIGHT =
      "a: { match: 'https://*/**', concurrency: 1, wait: 0s }";

  private final ManualTicker ticker = new ManualTicker();
  private final AgentLog log = AgentLog.onStderr();
  private final LocalStore store = new LocalStore(ticker, /* mostKeys= */ 1_000, log);
  private final Pacer pacer =
      new Pacer(rules -> new Engine(rules, store, new KeyHash(1, 2)), store, ticker, log);
  private final OutboundHandler handler = new OutboundHandler(pacer, log);

  /** A blocking call; the hooks of real clients override more. */
  private static class BlockingCall implements OutboundCall {
    private final FakeCall request;

    BlockingCall(String url) {
      request = FakeCall.to("GET " + url);
    }

    @Override
    public Object subject() {
      return this;
    }

    @Override
    public String method() {
      return request.method();
    }

    @Override
    public String path() {
      return request.path();
    }

    @Override
    public @Nullable String query() {
      return request.query();
    }

    @Override
    public String scheme() {
      return request.scheme();
    }

    @Override
    public @Nullable String header(String name) {
      return request.header(name);
    }

    @Override
    public @Nullable String headerLines(String name) {
      return request.headerLines(name);
    }

    @Override
    public @Nullable Object returned(@Nullable Object result, OutboundPermit permit) {
      permit.close();
      return result;
    }

    @Override
    public String toString() {
      return request.toString();
    }
  }

  private void install(String rule) {
    pacer.install(Good.file("version: 1\noutbound:\n  " + rule).rules().outbound());
  }

  private @Nullable Ticket start(OutboundCall call) {
    return handler.handle(call, NO_ARGUMENTS);
  }

  private Ticket started(OutboundCall call) {
    return Objects.requireNonNull(start(call));
  }

  private boolean isSent(String url) {
    Ticket ticket = started(new BlockingCall(url));
    if (ticket.skipsMethod()) {
      return false;
    }
    end(ticket);
    return true;
  }

  private static void end(Ticket ticket) {
    ticket.result("response");
    ticket.close(/* thrown= */ null);
  }

  @Test
  void aCallWithoutARuleGetsNoTicket() {
    install(ONE_PER_HOUR);
    assertThat(start(new BlockingCall("http://a.org/"))).isNull();
  }

  @Test
  void aRejectedCallThrowsAndTheMethodDoesNotRun() {
    install(ONE_PER_HOUR);
    end(started(new BlockingCall("https://a.org/")));
    Ticket rejected = started(new BlockingCall("https://a.org/"));
    assertThat(rejected.skipsMethod()).isTrue();
    assertThat(rejected.thrown())
        .hasMessage(
            "rule `a` rejected a call to a.org: the limit is reached and `wait` is 0 s; try again"
                + " in 3600 s");
  }

  @Test
  void aClientThatUsesAnotherClientIsCountedOnce() {
    install(ONE_PER_HOUR);
    Ticket outer = started(new BlockingCall("https://a.org/x"));
    assertThat(start(new BlockingCall("https://a.org/x"))).as("the same call").isNull();
    assertThat(isSent("https://a.org/token")).as("another call").isFalse();
    end(outer);
    assertThat(isSent("https://a.org/x")).as("after the end").isFalse();
  }

  @Test
  void aCallThatIsStartedAgainPasses() throws Exception {
    install(ONE_PER_HOUR);
    OutboundCall call = new BlockingCall("https://a.org/");
    end(started(call));
    assertThat(Reentry.<@Nullable Ticket>pass(call.subject(), () -> start(call))).isNull();
  }

  @Test
  void theEndOfTheMethodReleasesTheSlot() {
    install(ONE_IN_FLIGHT);
    Ticket first = started(new BlockingCall("https://a.org/1"));
    assertThat(isSent("https://a.org/2")).isFalse();
    end(first);
    assertThat(isSent("https://a.org/3")).isTrue();
  }

  @Test
  void anErrorBeforeTheMethodRunsReleasesTheSlot() {
    install(ONE_IN_FLIGHT);
    OutboundCall broken =
        new BlockingCall("https://a.org/1") {
          @Override
          public Object[] arguments(Object[] original, OutboundPermit permit) {
            throw new IllegalStateException("broken hook");
          }
        };
    assertThatThrownBy(() -> start(broken)).hasMessage("broken hook");
    assertThat(isSent("https://a.org/2")).isTrue();
  }

  @Test
  void aCancelledCallThrowsTheExceptionOfItsClientAndReleasesTheSlot() {
    install(ONE_IN_FLIGHT);
    IOException cancelled = new IOException("cancelled");
    OutboundCall call =
        new BlockingCall("https://a.org/1") {
          @Override
          public IOException cancellation() {
            return cancelled;
          }
        };
    Ticket ticket = started(call);
    assertThat(ticket.skipsMethod()).isTrue();
    assertThat(ticket.thrown()).isSameAs(cancelled);
    assertThat(isSent("https://a.org/2")).isTrue();
  }
}
