package dev.penstock.instrument.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.bootstrap.Gate;
import dev.penstock.bootstrap.Gatekeeper;
import dev.penstock.bootstrap.Ticket;
import dev.penstock.http.RejectionResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EventLoopExchangeTest {
  private static final RejectionResponse REJECTION =
      new RejectionResponse(429, List.of(), "text/plain", "too many");

  private final List<String> events = new ArrayList<>();
  private final List<Runnable> loop = new ArrayList<>();
  private final Request request = new Request();

  /** What the gate does with a request; null if it continues without a ticket. */
  private Function<Request, @Nullable Ticket> decision = same -> null;

  EventLoopExchangeTest() {
    Gate.install(
        new Gatekeeper() {
          @Override
          public @Nullable Ticket enter(
              String hook, Object place, Object subject, @Nullable Object response) {
            return decision.apply((Request) subject);
          }

          @Override
          public void suppressed(String hook, Throwable error) {
            events.add("suppressed " + error.getMessage());
          }
        });
  }

  @AfterEach
  void openGate() {
    Gate.install(null);
  }

  @Test
  void aRequestIsAdmittedOrRejected() {
    assertThat(request.asked()).isEqualTo(GateResult.ADMITTED);
    decision =
        asked -> {
          asked.reject(REJECTION);
          return skipping();
        };
    assertThat(request.asked()).isEqualTo(GateResult.REJECTED);
    assertThat(request.rejectedWith()).isEqualTo(REJECTION);
  }

  @Test
  void aRequestResumesAtItsTurn() {
    decision =
        asked -> {
          asked.suspendFor(7);
          return skipping();
        };
    assertThat(request.asked()).isEqualTo(GateResult.SUSPENDED);
    assertThat(events).containsExactly("after 7");
    runLoop();
    assertThat(events).containsExactly("after 7", "resumed ADMITTED");
  }

  /** Another thread may run the task at once. */
  @Test
  void aRequestResumesOnlyWhenTheGateHasReturned() {
    decision =
        asked -> {
          asked.suspendUntil(Runnable::run);
          runLoop();
          events.add("gate returns");
          return skipping();
        };
    assertThat(request.asked()).isEqualTo(GateResult.SUSPENDED);
    assertThat(events).containsExactly("gate returns", "resumed null");
  }

  @Test
  void aRequestThatContinuesAfterAnErrorDoesNotResume() {
    decision =
        asked -> {
          asked.suspendFor(7);
          throw new IllegalStateException("broken");
        };
    assertThat(request.asked()).isEqualTo(GateResult.ADMITTED);
    runLoop();
    assertThat(events).containsExactly("after 7", "suppressed broken");
  }

  private void runLoop() {
    List<Runnable> tasks = List.copyOf(loop);
    loop.clear();
    tasks.forEach(Runnable::run);
  }

  private static Ticket skipping() {
    return new Ticket() {
      @Override
      public boolean skipsMethod() {
        return true;
      }

      @Override
      public void close(@Nullable Throwable thrown) {}
    };
  }

  private final class Request extends EventLoopExchange {
    Request() {
      super(new UnreadRequest(), new Object());
    }

    GateResult asked() {
      return ask("test");
    }

    RejectionResponse rejectedWith() {
      return rejection();
    }

    @Override
    protected void execute(Runnable task) {
      loop.add(task);
    }

    @Override
    protected void executeAfter(long micros, Runnable task) {
      events.add("after " + micros);
      loop.add(task);
    }

    @Override
    protected void resume(@Nullable GateResult known) {
      events.add("resumed " + known);
    }

    @Override
    public String path() {
      return "/";
    }

    @Override
    public void addHeader(String name, String value) {}

    @Override
    public void replaceHeader(String name, String value) {}

    @Override
    public int status() {
      return 200;
    }
  }

  /** A request of which nothing is read. */
  private static final class UnreadRequest implements RequestReader {
    @Override
    public String method(Object request) {
      return "GET";
    }

    @Override
    public String rawPath(Object request) {
      return "/";
    }

    @Override
    public @Nullable String query(Object request) {
      return null;
    }

    @Override
    public @Nullable String header(Object request, String name) {
      return null;
    }

    @Override
    public @Nullable String headerLines(Object request, String name) {
      return null;
    }

    @Override
    public @Nullable String cookie(Object request, String name) {
      return null;
    }

    @Override
    public @Nullable String remoteAddress(Object request) {
      return null;
    }

    @Override
    public int localPort(Object request) {
      return 0;
    }
  }
}
