package dev.penstock.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AsyncWaitTest {
  private final List<String> events = new ArrayList<>();
  private final RecordedPermit permit = new RecordedPermit(events);
  private final AsyncWait waiting = new AsyncWait(permit);

  @Test
  void startsTheCallWhenThePermitAllowsIt() {
    wait(waiting);

    permit.start();

    assertThat(events).containsExactly("start");
    assertThat(waiting.cancel()).isFalse();
  }

  @Test
  void passesTheRejectionOn() {
    wait(waiting);

    permit.reject(new IOException("too many"));

    assertThat(events).containsExactly("too many");
    assertThat(waiting.cancel()).isFalse();
  }

  @Test
  void doesNotStartAfterItIsCancelled() {
    wait(waiting);

    assertThat(waiting.cancel()).isTrue();
    permit.start();

    assertThat(events).containsExactly("permit cancelled", "closed");
    assertThat(waiting.cancel()).isFalse();
  }

  private void wait(AsyncWait one) {
    one.whenDecided(() -> events.add("start"), reason -> events.add(reason.getMessage()));
  }
}
