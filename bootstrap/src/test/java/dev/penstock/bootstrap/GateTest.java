package dev.penstock.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whatever fails behind the gate, the application's own call goes through. */
class GateTest {
  private final List<String> noted = new ArrayList<>();

  /** Answers, or throws, what it is told to. */
  private final class FakeGatekeeper implements Gatekeeper {
    private final Throwable onCall;
    private final boolean alsoWhenNoting;

    FakeGatekeeper(Throwable onCall, boolean alsoWhenNoting) {
      this.onCall = onCall;
      this.alsoWhenNoting = alsoWhenNoting;
    }

    @Override
    public Ticket enter(String hook, Object place, Object call, @Nullable Object answer) {
      GateTest.<RuntimeException>sneakily(onCall);
      return new FakeTicket(/* refused= */ true, null);
    }

    @Override
    public void suppressed(String hook, Throwable error) {
      noted.add(hook + ": " + error);
      if (alsoWhenNoting) {
        GateTest.<RuntimeException>sneakily(error);
      }
    }
  }

  /** Is refused or not, unless it throws what it is told to. */
  private final class FakeTicket implements Ticket {
    private final boolean refused;
    private final @Nullable Throwable onUse;

    FakeTicket(boolean refused, @Nullable Throwable onUse) {
      this.refused = refused;
      this.onUse = onUse;
    }

    @Override
    public boolean skipsMethod() {
      if (onUse != null) {
        GateTest.<RuntimeException>sneakily(onUse);
      }
      return refused;
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
      return refused ? null : "another call";
    }

    @Override
    public void close(@Nullable Throwable thrown) {
      if (onUse != null) {
        GateTest.<RuntimeException>sneakily(onUse);
      }
      noted.add("closed after " + thrown);
    }
  }

  @SuppressWarnings("unchecked") // woven code throws what it likes
  private static <T extends Throwable> void sneakily(Throwable error) throws T {
    throw (T) error;
  }

  @AfterEach
  void leaveTheGateOpen() {
    Gate.install(null);
  }

  @Test
  void withoutAKeeperEverythingPasses() {
    assertThat(Gate.gatekeeper()).isNull();
    assertThat(Gate.enter("servlet", "place", "call", "answer")).isNull();
    Gate.suppressed(new IllegalStateException("nobody hears this"));
  }

  @Test
  void theKeeperDecides() {
    Gatekeeper strict =
        new Gatekeeper() {
          @Override
          public @Nullable Ticket enter(
              String hook, Object place, Object call, @Nullable Object answer) {
            return call.equals("any") ? null : new FakeTicket(call.equals("bad"), null);
          }

          @Override
          public void suppressed(String hook, Throwable error) {
            noted.add(hook);
          }
        };
    Gate.install(strict);
    assertThat(Gate.gatekeeper()).isSameAs(strict);
    assertThat(Gate.skipsMethod(Gate.enter("servlet", "place", "bad", "answer"))).isTrue();
    assertThat(Gate.enter("servlet", "place", "any", "answer")).isNull();
    assertThat(Gate.skipsMethod(null)).isFalse();
    Ticket ticket = Gate.enter("servlet", "place", "good", "answer");
    assertThat(ticket).isNotNull();
    assertThat(Gate.skipsMethod(ticket)).isFalse();
    assertThat(noted).isEmpty();
    assertThat(Gate.replacement(ticket, "good")).isEqualTo("another call");
    assertThat(Gate.replacement(new FakeTicket(true, null), "bad")).isEqualTo("bad");
    assertThat(Gate.result(ticket, "its own")).isEqualTo("its own, seen");
    Gate.leave(ticket, null);
    assertThat(noted).containsExactly("closed after null");
  }

  @Test
  void aKeeperThatThrowsLetsTheCallThroughAndIsToldOfIt() {
    List<Throwable> errors =
        List.of(
            new IllegalStateException("x"),
            new Exception("checked"),
            new OutOfMemoryError("x"),
            new StackOverflowError(),
            new NoClassDefFoundError("x"));
    for (Throwable error : errors) {
      Gate.install(new FakeGatekeeper(error, /* alsoWhenNoting= */ false));
      assertThat(Gate.enter("servlet", "place", "call", "answer")).isNull();
    }
    assertThat(noted)
        .containsExactly(
            "servlet: java.lang.IllegalStateException: x",
            "servlet: java.lang.Exception: checked",
            "servlet: java.lang.OutOfMemoryError: x",
            "servlet: java.lang.StackOverflowError",
            "servlet: java.lang.NoClassDefFoundError: x");
  }

  @Test
  void aKeeperThatCannotEvenNoteAnErrorLetsTheCallThrough() {
    Gate.install(new FakeGatekeeper(new OutOfMemoryError("x"), /* alsoWhenNoting= */ true));
    assertThat(Gate.enter("servlet", "place", "call", "answer")).isNull();
    Gate.suppressed(new StackOverflowError());
    assertThat(noted).hasSize(2);
  }

  @Test
  void aTicketThatThrowsLetsTheCallThroughAndIsNoted() {
    Gate.install(new FakeGatekeeper(new IllegalStateException(), /* alsoWhenNoting= */ true));
    Ticket broken = new FakeTicket(/* refused= */ true, new StackOverflowError("x"));
    assertThat(Gate.skipsMethod(broken)).isFalse();
    assertThat(Gate.replacement(broken, "call")).isEqualTo("call");
    assertThat(Gate.result(broken, "result")).isEqualTo("result");
    Gate.leave(broken, new Exception("of the application"));
    assertThat(noted)
        .containsExactly(
            "ticket: java.lang.StackOverflowError: x",
            "ticket: java.lang.StackOverflowError: x",
            "ticket: java.lang.StackOverflowError: x",
            "ticket: java.lang.StackOverflowError: x");
  }

  @Test
  void anErrorOfTheAdviceItselfIsNoted() {
    Gate.install(new FakeGatekeeper(new IllegalStateException(), /* alsoWhenNoting= */ false));
    Gate.suppressed(new IllegalStateException("inlined"));
    assertThat(noted).containsExactly("advice: java.lang.IllegalStateException: inlined");
  }
}
