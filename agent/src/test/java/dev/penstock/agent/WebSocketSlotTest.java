package dev.penstock.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.bootstrap.Gatekeeper;
import dev.penstock.bootstrap.Ticket;
import dev.penstock.engine.Engine;
import dev.penstock.inbound.UnreportedSessions;
import dev.penstock.log.AgentLog;
import dev.penstock.rules.config.Good;
import dev.penstock.rules.key.KeyHash;
import dev.penstock.store.ManualTicker;
import dev.penstock.store.local.LocalStore;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests the {@code concurrency} slots of requests that become WebSocket sessions. */
class WebSocketSlotTest {
  private final ByteArrayOutputStream logged = new ByteArrayOutputStream();
  private final AgentLog log =
      new AgentLog(
          new PrintStream(logged, /* autoFlush= */ true, StandardCharsets.UTF_8),
          /* debugging= */ false,
          System::nanoTime);
  private final LocalStore store =
      new LocalStore(new ManualTicker(), /* mostKeys= */ 100, AgentLog.onStderr());

  @Test
  void aSessionHoldsItsSlotUntilItsConnectionIsClosed() {
    Gatekeeper gatekeeper = gatekeeper("sessions: { match: /ws, concurrency: 1 }");
    Handshake first = new Handshake(/* reportsClose= */ true);
    assertThat(shake(gatekeeper, first)).isTrue();
    assertThat(shake(gatekeeper, new Handshake(/* reportsClose= */ true))).isFalse();
    first.close();
    // A server may report the end twice, once for each direction of the connection.
    first.close();
    assertThat(shake(gatekeeper, new Handshake(/* reportsClose= */ true))).isTrue();
    assertThat(shake(gatekeeper, new Handshake(/* reportsClose= */ true))).isFalse();
    assertThat(logged.toString(StandardCharsets.UTF_8)).isEmpty();
    assertThat(UnreportedSessions.statusLine(log)).isEmpty();
  }

  @Test
  void countByStatusIsSettledAtTheHandshake() {
    Gatekeeper gatekeeper =
        gatekeeper(
            """
            sessions: { match: /ws, concurrency: 9 }
              guesses: { match: /ws, rate: 1/day, count: { status: 401 } }
            """);
    Handshake first = new Handshake(/* reportsClose= */ true);
    assertThat(shake(gatekeeper, first)).isTrue();
    assertThat(shake(gatekeeper, new Handshake(/* reportsClose= */ true))).isTrue();
    first.close();
    assertThat(shake(gatekeeper, new Handshake(/* reportsClose= */ true))).isTrue();
  }

  @Test
  void withoutAReportOfTheEndTheSlotIsReleasedAfterTheHandshake() {
    Gatekeeper gatekeeper = gatekeeper("sessions: { match: /ws, concurrency: 1 }");
    assertThat(shake(gatekeeper, new Handshake(/* reportsClose= */ false))).isTrue();
    assertThat(shake(gatekeeper, new Handshake(/* reportsClose= */ false))).isTrue();
    assertThat(logged.toString(StandardCharsets.UTF_8).strip())
        .isEqualTo(
            "penstock: warning: this server does not report the end of WebSocket sessions, so"
                + " `concurrency` counts a session only during its handshake (1 so far)");
    assertThat(UnreportedSessions.statusLine(log))
        .isEqualTo(
            "websocket   `concurrency` counted only the handshake of 2 sessions, as this server"
                + " does not report their end\n");
  }

  /** Performs a handshake; true if it was admitted. */
  private boolean shake(Gatekeeper gatekeeper, Handshake handshake) {
    Ticket ticket = gatekeeper.enter("trace", this, handshake, null);
    if (ticket != null && !ticket.skipsMethod()) {
      ticket.close(/* thrown= */ null);
    }
    return !handshake.isRejected();
  }

  private Gatekeeper gatekeeper(String rule) {
    Engine engine =
        new Engine(
            Good.file("version: 1\ninbound:\n  " + rule + "\n").rules().inbound(),
            store,
            new KeyHash(1, 2));
    return new AgentGatekeeper(List.of(new TraceHook()), engine, store, log);
  }

  private static final class Handshake extends TraceExchange {
    private final boolean reportsClose;
    private @Nullable Runnable atClose;

    Handshake(boolean reportsClose) {
      super("/ws", "203.0.113.9", /* apiKey= */ null, /* status= */ 101);
      this.reportsClose = reportsClose;
    }

    @Override
    public boolean onClose(Runnable newAtClose) {
      atClose = reportsClose ? newAtClose : null;
      return reportsClose;
    }

    void close() {
      if (atClose != null) {
        atClose.run();
      }
    }
  }
}
