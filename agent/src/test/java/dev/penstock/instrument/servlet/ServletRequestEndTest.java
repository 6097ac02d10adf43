package dev.penstock.instrument.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.bootstrap.Gate;
import dev.penstock.bootstrap.Gatekeeper;
import dev.penstock.bootstrap.Ticket;
import dev.penstock.http.InboundExchange;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that the end of a servlet request is reported once, at the end of its response. */
class ServletRequestEndTest {
  private static final Object FILTER = "a filter";

  private final List<String> events = new ArrayList<>();

  @ParameterizedTest
  @ValueSource(strings = {"javax.servlet", "jakarta.servlet"})
  void aSynchronousRequestEndsWithItsMethod(String namespace) {
    InboundExchange inbound = inbound(new FakeExchange(namespace));
    assertThat(inbound.status()).isEqualTo(201);
    assertThat(inbound.endsLater(() -> events.add("end"))).isFalse();
    assertThat(events).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "javax.servlet, onError",
    "javax.servlet, onTimeout",
    "jakarta.servlet, onError",
    "jakarta.servlet, onTimeout"
  })
  void anAsynchronousRequestEndsWhenItCompletesAndNotBefore(String namespace, String way)
      throws Exception {
    FakeExchange exchange = new FakeExchange(namespace);
    exchange.async = true;
    assertThat(inbound(exchange).endsLater(() -> events.add("end"))).isTrue();
    assertThat(events).isEmpty();
    Object listener = exchange.listeners.get(0);
    exchange.notifyListeners(way);
    assertThat(events).isEmpty();
    for (int times = 1; times <= 2; times++) {
      exchange.listeners.clear();
      exchange.listeners.add(listener);
      exchange.notifyListeners("onComplete");
    }
    assertThat(events).containsExactly("end");
  }

  @ParameterizedTest
  @ValueSource(strings = {"javax.servlet", "jakarta.servlet"})
  void anErrorAfterTheResponseIsCommittedIsTheEnd(String namespace) throws Exception {
    FakeExchange exchange = new FakeExchange(namespace);
    exchange.async = true;
    assertThat(inbound(exchange).endsLater(() -> events.add("end"))).isTrue();
    Object listener = exchange.listeners.get(0);
    exchange.committed = true;
    exchange.notifyListeners("onError");
    assertThat(events).containsExactly("end");
    exchange.listeners.add(listener);
    exchange.notifyListeners("onComplete");
    assertThat(events).containsExactly("end");
  }

  @ParameterizedTest
  @ValueSource(strings = {"javax.servlet", "jakarta.servlet"})
  void aRequestThatStartsAgainEndsAfterThat(String namespace) throws Exception {
    FakeExchange exchange = new FakeExchange(namespace);
    exchange.async = true;
    assertThat(inbound(exchange).endsLater(() -> events.add("end"))).isTrue();
    exchange.notifyListeners("onStartAsync");
    exchange.notifyListeners("onStartAsync");
    assertThat(events).isEmpty();
    exchange.notifyListeners("onComplete");
    assertThat(events).containsExactly("end");
  }

  @Test
  void aRequestThatCompletesBeforeTheListenerIsAddedHasEnded() {
    FakeExchange exchange = new FakeExchange("jakarta.servlet");
    exchange.async = true;
    exchange.disconnected = true;
    assertThat(inbound(exchange).endsLater(() -> events.add("end"))).isFalse();
    assertThat(events).isEmpty();
  }

  @Test
  void anErrorOfTheCallbackIsSuppressed() throws Exception {
    FakeExchange exchange = new FakeExchange("jakarta.servlet");
    exchange.async = true;
    Runnable broken =
        () -> {
          throw new IllegalStateException("callback failed");
        };
    assertThat(inbound(exchange).endsLater(broken)).isTrue();
    Gate.install(new RecordingGatekeeper());
    try {
      exchange.notifyListeners("onComplete");
    } finally {
      Gate.install(null);
    }
    assertThat(events).containsExactly("callback failed");
  }

  @Test
  void theListenerImplementsTheMethodsOfObject() {
    FakeExchange exchange = new FakeExchange("jakarta.servlet");
    exchange.async = true;
    assertThat(inbound(exchange).endsLater(() -> events.add("end"))).isTrue();
    Object listener = exchange.listeners.get(0);
    assertThat(exchange.listeners).contains(listener);
    assertThat(listener).isNotEqualTo("x").hasToString("Penstock's listener");
    assertThat(List.of(listener).hashCode()).isEqualTo(31 + System.identityHashCode(listener));
    assertThat(listener.getClass().getClassLoader())
        .isSameAs(jakarta.servlet.AsyncListener.class.getClassLoader());
  }

  private static InboundExchange inbound(FakeExchange exchange) {
    InboundExchange inbound =
        new ServletHook(new ServletExchanges())
            .exchange(FILTER, exchange.request(), exchange.response());
    assertThat(inbound).isNotNull();
    return inbound;
  }

  private final class RecordingGatekeeper implements Gatekeeper {
    @Override
    public @Nullable Ticket enter(String hook, Object place, Object call, @Nullable Object answer) {
      return null;
    }

    @Override
    public void suppressed(String hook, Throwable error) {
      events.add(String.valueOf(error.getMessage()));
    }
  }
}
