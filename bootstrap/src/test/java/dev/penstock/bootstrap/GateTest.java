package dev.penstock.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whatever fails behind the gate, the application's own call goes through. */
class GateTest {
  private final List<String> noted = new ArrayList<>();

  /** Answers, or throws, what it is told to. */
  private final class FakeKeeper implements Gatekeeper {
    private final Throwable onCall;
    private final boolean alsoWhenNoting;

    FakeKeeper(Throwable onCall, boolean alsoWhenNoting) {
      this.onCall = onCall;
      this.alsoWhenNoting = alsoWhenNoting;
    }

    @Override
    public boolean turnsAway(String hook, Object call, Object answer) {
      GateTest.<RuntimeException>sneakily(onCall);
      return true;
    }

    @Override
    public void suppressed(String hook, Throwable error) {
      noted.add(hook + ": " + error);
      if (alsoWhenNoting) {
        GateTest.<RuntimeException>sneakily(error);
      }
    }
  }

  @SuppressWarnings("unchecked") // woven code throws what it likes
  private static <T extends Throwable> void sneakily(Throwable error) throws T {
    throw (T) error;
  }

  @AfterEach
  void leaveTheGateOpen() {
    Gate.keptBy(null);
  }

  @Test
  void withoutAKeeperEverythingPasses() {
    assertThat(Gate.keeper()).isNull();
    assertThat(Gate.turnsAway("servlet", "call", "answer")).isFalse();
    Gate.suppressed(new IllegalStateException("nobody hears this"));
  }

  @Test
  void theKeeperDecides() {
    Gatekeeper strict =
        new Gatekeeper() {
          @Override
          public boolean turnsAway(String hook, Object call, Object answer) {
            return call.equals("bad");
          }

          @Override
          public void suppressed(String hook, Throwable error) {
            noted.add(hook);
          }
        };
    Gate.keptBy(strict);
    assertThat(Gate.keeper()).isSameAs(strict);
    assertThat(Gate.turnsAway("servlet", "bad", "answer")).isTrue();
    assertThat(Gate.turnsAway("servlet", "good", "answer")).isFalse();
    assertThat(noted).isEmpty();
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
      Gate.keptBy(new FakeKeeper(error, /* alsoWhenNoting= */ false));
      assertThat(Gate.turnsAway("servlet", "call", "answer")).isFalse();
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
    Gate.keptBy(new FakeKeeper(new OutOfMemoryError("x"), /* alsoWhenNoting= */ true));
    assertThat(Gate.turnsAway("servlet", "call", "answer")).isFalse();
    Gate.suppressed(new StackOverflowError());
    assertThat(noted).hasSize(2);
  }

  @Test
  void anErrorOfTheAdviceItselfIsNoted() {
    Gate.keptBy(new FakeKeeper(new IllegalStateException(), /* alsoWhenNoting= */ false));
    Gate.suppressed(new IllegalStateException("inlined"));
    assertThat(noted).containsExactly("advice: java.lang.IllegalStateException: inlined");
  }
}
