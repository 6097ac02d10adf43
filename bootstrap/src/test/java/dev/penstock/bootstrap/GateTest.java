package dev.penstock.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whatever fails behind the gate, the application's request or call continues. */
class GateTest {
  private final List<String> reported = new ArrayList<>();

  /** Throws the given error at every request and call. */
  private final class FakeGatekeeper implements Gatekeeper {
    private final Throwable onEntry;
    private final boolean alsoWhenReporting;

    FakeGatekeeper(Throwable onEntry, boolean alsoWhenReporting) {
      this.onEntry = onEntry;
      this.alsoWhenReporting = alsoWhenReporting;
    }

    @Override
    public Ticket enter(String hook, Object place, Object request, @Nullable Object response) {
      GateTest.<RuntimeException>sneakily(onEntry);
      return new FakeTicket(/* skips= */ true, null);
    }

    @Override
    public Ticket enterClient(String method, Object client, Object[] arguments) {
      GateTest.<RuntimeException>sneakily(onEntry);
      return new FakeTicket(/* skips= */ true, null);
    }

    @Override
    public void suppressed(String hook, Throwable error) {
      reported.add(hook + ": " + error);
      if (alsoWhenReporting) {
        GateTest.<RuntimeException>sneakily(error);
      }
    }
  }

  /** Skips the method or not, unless it throws the given error. */
  private final class FakeTicket implements Ticket {
    private final boolean skips;
    private final @Nullable Throwable onUse;

    FakeTicket(boolean skips, @Nullable Throwable onUse) {
      this.skips = skips;
      this.onUse = onUse;
    }

    @Override
    public boolean skipsMethod() {
      if (onUse != null) {
        GateTest.<RuntimeException>sneakily(onUse);
      }
      return skips;
    }

    @Override
    public @Nullable Object result(@Nullable Object result) {
      if (onUse != null) {
        GateTest.<RuntimeException>sneakily(onUse);
      }
      return result + ", seen";
    }

    @Override
    public @Nullable Object replacement() {
      if (onUse != null) {
        GateTest.<RuntimeException>sneakily(onUse);
      }
      return skips ? null : "another call";
    }

    @Override
    public void close(@Nullable Throwable thrown) {
      if (onUse != null) {
        GateTest.<RuntimeException>sneakily(onUse);
      }
      reported.add("closed after " + thrown);
    }
  }

  @SuppressWarnings("unchecked") // instrumented code may throw anything
  private static <T extends Throwable> void sneakily(Throwable error) throws T {
    throw (T) error;
  }

  @AfterEach
  void openTheGate() {
    Gate.install(null);
  }

  @Test
  void everythingPassesWithoutAGatekeeper() {
    assertThat(Gate.gatekeeper()).isNull();
    assertThat(Gate.enter("servlet", "place", "request", "response")).isNull();
    assertThat(Gate.enterClient("send()V", "client", new Object[0])).isNull();
    Gate.suppressed(new IllegalStateException("not reported"));
  }

  @Test
  void theGatekeeperDecides() {
    Gatekeeper strict =
        new Gatekeeper() {
          @Override
          public @Nullable Ticket enter(
              String hook, Object place, Object request, @Nullable Object response) {
            return request.equals("any") ? null : new FakeTicket(request.equals("bad"), null);
          }

          @Override
          public void suppressed(String hook, Throwable error) {
            reported.add(hook);
          }
        };
    Gate.install(strict);
    assertThat(Gate.gatekeeper()).isSameAs(strict);
    assertThat(Gate.skipsMethod(Gate.enter("servlet", "place", "bad", "response"))).isTrue();
    assertThat(Gate.enter("servlet", "place", "any", "response")).isNull();
    assertThat(Gate.skipsMethod(null)).isFalse();
    Ticket ticket = Gate.enter("servlet", "place", "good", "response");
    assertThat(ticket).isNotNull();
    assertThat(Gate.skipsMethod(ticket)).isFalse();
    assertThat(reported).isEmpty();
    assertThat(Gate.replacement(ticket, "good")).isEqualTo("another call");
    assertThat(Gate.replacement(new FakeTicket(true, null), "bad")).isEqualTo("bad");
    assertThat(Gate.result(ticket, "its own")).isEqualTo("its own, seen");
    Gate.leave(ticket, null);
    assertThat(reported).containsExactly("closed after null");
  }

  @Test
  void aGatekeeperThatThrowsLetsTheRequestContinueAndGetsAReport() {
    List<Throwable> errors =
        List.of(
            new IllegalStateException("x"),
            new Exception("checked"),
            new OutOfMemoryError("x"),
            new StackOverflowError(),
            new NoClassDefFoundError("x"));
    for (Throwable error : errors) {
      Gate.install(new FakeGatekeeper(error, /* alsoWhenReporting= */ false));
      assertThat(Gate.enter("servlet", "place", "request", "response")).isNull();
    }
    assertThat(Gate.enterClient("send()V", "client", new Object[0])).isNull();
    assertThat(reported)
        .containsExactly(
            "servlet: java.lang.IllegalStateException: x",
            "servlet: java.lang.Exception: checked",
            "servlet: java.lang.OutOfMemoryError: x",
            "servlet: java.lang.StackOverflowError",
            "servlet: java.lang.NoClassDefFoundError: x",
            "send()V: java.lang.NoClassDefFoundError: x");
  }

  @Test
  void aGatekeeperThatCannotReportAnErrorLetsTheRequestContinue() {
    Gate.install(new FakeGatekeeper(new OutOfMemoryError("x"), /* alsoWhenReporting= */ true));
    assertThat(Gate.enter("servlet", "place", "request", "response")).isNull();
    Gate.suppressed(new StackOverflowError());
    assertThat(reported).hasSize(2);
  }

  @Test
  void aTicketThatThrowsLetsTheRequestContinueAndIsReported() {
    Gate.install(new FakeGatekeeper(new IllegalStateException(), /* alsoWhenReporting= */ true));
    Ticket broken = new FakeTicket(/* skips= */ true, new StackOverflowError("x"));
    assertThat(Gate.skipsMethod(broken)).isFalse();
    assertThat(Gate.replacement(broken, "call")).isEqualTo("call");
    assertThat(Gate.result(broken, "result")).isEqualTo("result");
    Gate.leave(broken, new Exception("of the application"));
    assertThat(reported)
        .containsExactly(
            "ticket: java.lang.StackOverflowError: x",
            "ticket: java.lang.StackOverflowError: x",
            "ticket: java.lang.StackOverflowError: x",
            "ticket: java.lang.StackOverflowError: x");
  }

  @Test
  void anErrorOfAnAdviceIsReported() {
    Gate.install(new FakeGatekeeper(new IllegalStateException(), /* alsoWhenReporting= */ false));
    Gate.suppressed(new IllegalStateException("inlined"));
    assertThat(reported).containsExactly("advice: java.lang.IllegalStateException: inlined");
  }
}
