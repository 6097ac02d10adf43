package dev.penstock.instrument.grpc.calls;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import io.grpc.internal.ServerStreamListener;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Events of a stream reach the library in order. */
class StreamEventsTest {
  private final List<String> received = new ArrayList<>();
  private final List<Status> ends = new ArrayList<>();
  private final StreamEvents events = new StreamEvents(ends::add);

  /** What the library would do with the first event. */
  private Runnable onFirst = () -> {};

  private final ServerStreamListener library =
      (ServerStreamListener)
          Proxy.newProxyInstance(
              ServerStreamListener.class.getClassLoader(),
              new Class<?>[] {ServerStreamListener.class},
              (self, method, arguments) -> {
                received.add(method.getName());
                Runnable work = onFirst;
                onFirst = () -> {};
                work.run();
                return null;
              });

  @Test
  void anOpenStreamPassesEventsOnAtOnce() {
    events.passTo(library);
    events.open();
    events.proxy().onReady();
    events.proxy().closed(Status.OK);
    assertThat(received).containsExactly("onReady", "closed");
    assertThat(ends).containsExactly(Status.OK);
  }

  @Test
  void aHeldStreamKeepsEventsUntilItContinues() {
    events.proxy().onReady();
    events.proxy().halfClosed();
    assertThat(events.hasListener()).isFalse();
    events.passTo(library);
    assertThat(events.hasListener()).isTrue();
    assertThat(received).isEmpty();
    events.open();
    events.proxy().closed(Status.OK);
    assertThat(received).containsExactly("onReady", "halfClosed", "closed");
  }

  @Test
  void anEventWaitsForThoseBeforeIt() {
    events.proxy().onReady();
    events.proxy().halfClosed();
    onFirst = () -> events.proxy().closed(Status.CANCELLED);
    events.passTo(library);
    events.open();
    assertThat(received).containsExactly("onReady", "halfClosed", "closed");
  }

  @Test
  void theEndOfAHeldStreamIsReportedAtOnce() {
    events.proxy().closed(Status.CANCELLED);
    assertThat(ends).containsExactly(Status.CANCELLED);
    assertThat(received).isEmpty();
  }

  @Test
  void aRejectedStreamIgnoresEvents() {
    events.proxy().onReady();
    events.discard();
    events.proxy().halfClosed();
    events.passTo(library);
    events.open();
    assertThat(received).isEmpty();
  }
}
