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

/** A call is over when its answer is, and that is told once. */
class EndOfCallTest {
  private static final Object PLACE = "a filter";

  private final List<String> noted = new ArrayList<>();

  @ParameterizedTest
  @ValueSource(strings = {"javax.servlet", "jakarta.servlet"})
  void aCallOfTheUsualKindEndsWithItsMethod(String namespace) {
    InboundExchange inbound = inbound(new FakeExchange(namespace));
    assertThat(inbound.status()).isEqualTo(201);
    assertThat(inbound.endsLater(() -> noted.add("end"))).isFalse();
    assertThat(noted).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "javax.servlet, onError",
    "javax.servlet, onTimeout",
    "jakarta.servlet, onError",
    "jakarta.servlet, onTimeout"
  })
  void anAsynchronousCallEndsWhenItCompletesAndNotBefore(String namespace, String way)
      throws Exception {
    FakeExchange exchange = new FakeExchange(namespace);
    exchange.async = true;
    assertThat(inbound(exchange).endsLater(() -> noted.add("end"))).isTrue();
    assertThat(noted).isEmpty();
    Object listener = exchange.listeners.get(0);
    exchange.tell(way);
    assertThat(noted).isEmpty();
    for (int times = 1; times <= 2; times++) {
      exchange.listeners.clear();
      exchange.listeners.add(listener);
      exchange.tell("onComplete");
    }
    assertThat(noted).containsExactly("end");
  }

  @ParameterizedTest
  @ValueSource(strings = {"javax.servlet", "jakarta.servlet"})
  void anErrorInTheMiddleOfTheAnswerIsTheEndForSomeContainersTellOfNoOther(String namespace)
      throws Exception {
    FakeExchange exchange = new FakeExchange(namespace);
    exchange.async = true;
    assertThat(inbound(exchange).endsLater(() -> noted.add("end"))).isTrue();
    Object listener = exchange.listeners.get(0);
    exchange.committed = true;
    exchange.tell("onError");
    assertThat(noted).containsExactly("end");
    exchange.listeners.add(listener);
    exchange.tell("onComplete");
    assertThat(noted).containsExactly("end");
  }

  @ParameterizedTest
  @ValueSource(strings = {"javax.servlet", "jakarta.servlet"})
  void aCallThatStartsAgainEndsAfterIt(String namespace) throws Exception {
    FakeExchange exchange = new FakeExchange(namespace);
    exchange.async = true;
    assertThat(inbound(exchange).endsLater(() -> noted.add("end"))).isTrue();
    exchange.tell("onStartAsync");
    exchange.tell("onStartAsync");
    assertThat(noted).isEmpty();
    exchange.tell("onComplete");
    assertThat(noted).containsExactly("end");
  }

  @Test
  void aCallThatCompletesBeforeAnybodyListensHasEnded() {
    FakeExchange exchange = new FakeExchange("jakarta.servlet");
    exchange.async = true;
    exchange.gone = true;
    assertThat(inbound(exchange).endsLater(() -> noted.add("end"))).isFalse();
    assertThat(noted).isEmpty();
  }

  @Test
  void anErrorAtTheEndStaysWithUs() throws Exception {
    FakeExchange exchange = new FakeExchange("jakarta.servlet");
    exchange.async = true;
    Runnable broken =
        () -> {
          throw new IllegalStateException("of the agent's own");
        };
    assertThat(inbound(exchange).endsLater(broken)).isTrue();
    Gate.install(new Noting());
    try {
      exchange.tell("onComplete");
    } finally {
      Gate.install(null);
    }
    assertThat(noted).containsExactly("of the agent's own");
  }

  @Test
  void theListenerIsAnObjectLikeOthers() {
    FakeExchange exchange = new FakeExchange("jakarta.servlet");
    exchange.async = true;
    assertThat(inbound(exchange).endsLater(() -> noted.add("end"))).isTrue();
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
            .exchange(PLACE, exchange.request(), exchange.response());
    assertThat(inbound).isNotNull();
    return inbound;
  }

  private final class Noting implements Gatekeeper {
    @Override
    public @Nullable Ticket enter(String hook, Object place, Object call, @Nullable Object answer) {
      return null;
    }

    @Override
    public void suppressed(String hook, Throwable error) {
      noted.add(String.valueOf(error.getMessage()));
    }
  }
}
