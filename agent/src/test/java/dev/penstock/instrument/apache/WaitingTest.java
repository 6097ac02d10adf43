package dev.penstock.instrument.apache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.call.Answered;
import dev.penstock.call.Departure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class WaitingTest {
  private final List<String> told = new ArrayList<>();
  private final ManualDeparture departure = new ManualDeparture();
  private final Waiting waiting = new Waiting(departure);

  @Test
  void startsOnceItMay() {
    wait(waiting);

    departure.start.run();

    assertThat(told).containsExactly("start");
    assertThat(waiting.callOff()).isFalse();
  }

  @Test
  void isRefused() {
    wait(waiting);

    departure.refused.accept(new IOException("too many"));

    assertThat(told).containsExactly("too many");
    assertThat(waiting.callOff()).isFalse();
  }

  @Test
  void doesNotStartOnceItIsCalledOff() {
    wait(waiting);

    assertThat(waiting.callOff()).isTrue();
    departure.start.run();

    assertThat(told).containsExactly("given up", "over");
    assertThat(waiting.callOff()).isFalse();
  }

  private void wait(Waiting one) {
    one.until(() -> told.add("start"), why -> told.add(why.getMessage()));
  }

  /** Decides when it is told to. */
  private final class ManualDeparture implements Departure {
    private Runnable start = () -> {};
    private Consumer<IOException> refused = why -> {};

    @Override
    public void whenDecided(Runnable newStart, Consumer<IOException> newRefused) {
      start = newStart;
      refused = newRefused;
    }

    @Override
    public void giveUp() {
      told.add("given up");
    }

    @Override
    public void answered(Answered answer) {}

    @Override
    public void over() {
      told.add("over");
    }
  }
}
