package dev.penstock.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AsyncWaitTest {
  private final List<String> told = new ArrayList<>();
  private final NotedDeparture departure = new NotedDeparture(told);
  private final AsyncWait waiting = new AsyncWait(departure);

  @Test
  void startsOnceItMay() {
    wait(waiting);

    departure.start();

    assertThat(told).containsExactly("start");
    assertThat(waiting.callOff()).isFalse();
  }

  @Test
  void isRefused() {
    wait(waiting);

    departure.refuse(new IOException("too many"));

    assertThat(told).containsExactly("too many");
    assertThat(waiting.callOff()).isFalse();
  }

  @Test
  void doesNotStartOnceItIsCalledOff() {
    wait(waiting);

    assertThat(waiting.callOff()).isTrue();
    departure.start();

    assertThat(told).containsExactly("given up", "over");
    assertThat(waiting.callOff()).isFalse();
  }

  private void wait(AsyncWait one) {
    one.until(() -> told.add("start"), why -> told.add(why.getMessage()));
  }
}
