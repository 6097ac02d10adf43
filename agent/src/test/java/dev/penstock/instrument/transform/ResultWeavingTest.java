package dev.penstock.instrument.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.bootstrap.Gate;
import dev.penstock.bootstrap.Gatekeeper;
import dev.penstock.bootstrap.Ticket;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.MethodValue;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests an instrumented method that returns a Mono. */
class ResultWeavingTest {
  /** A handler that returns text in place of a Mono. */
  public static class Handler implements Function<String, String> {
    @Override
    public String apply(String exchange) {
      return handle(exchange);
    }

    private String handle(String exchange) {
      if (exchange.isEmpty()) {
        throw new IllegalStateException("handler failed");
      }
      return "handled " + exchange;
    }
  }

  private final List<String> seen = new ArrayList<>();

  @AfterEach
  void removeGatekeeper() {
    Gate.install(null);
  }

  @Test
  void withoutATicketTheMethodsResultIsReturned() throws Exception {
    installGate(null);
    assertThat(instrumentedHandler().apply("a")).isEqualTo("handled a");
    assertThat(seen).containsExactly("webflux a");
  }

  @Test
  void aRejectedRequestReturnsTheResultOfTheTicket() throws Exception {
    installGate(new FakeTicket(/* rejected= */ true));
    assertThat(instrumentedHandler().apply("a")).isEqualTo("instead of null");
    assertThat(seen).containsExactly("webflux a");
  }

  @Test
  void theResultOfAnAdmittedRequestCanBeReplaced() throws Exception {
    installGate(new FakeTicket(/* rejected= */ false));
    assertThat(instrumentedHandler().apply("a")).isEqualTo("instead of handled a");
    assertThat(seen).containsExactly("webflux a", "closed after null");
  }

  @Test
  void theExceptionOfTheMethodIsThrown() throws Exception {
    installGate(new FakeTicket(/* rejected= */ false));
    Function<String, String> handler = instrumentedHandler();
    assertThatThrownBy(() -> handler.apply("")).hasMessage("handler failed");
    assertThat(seen)
        .containsExactly(
            "webflux ", "closed after java.lang.IllegalStateException: handler failed");
  }

  private void installGate(@Nullable Ticket ticket) {
    Gate.install(
        new Gatekeeper() {
          @Override
          public @Nullable Ticket enter(
              String hook, Object place, Object call, @Nullable Object answer) {
            seen.add(hook + " " + call);
            return ticket;
          }

          @Override
          public void suppressed(String hook, Throwable error) {
            seen.add(hook + " " + error);
          }
        });
  }

  private final class FakeTicket implements Ticket {
    private final boolean rejected;

    FakeTicket(boolean rejected) {
      this.rejected = rejected;
    }

    @Override
    public boolean skipsMethod() {
      return rejected;
    }

    @Override
    public Object result(@Nullable Object result) {
      return "instead of " + result;
    }

    @Override
    public void close(@Nullable Throwable thrown) {
      seen.add("closed after " + thrown);
    }
  }

  @SuppressWarnings("unchecked") // the class is known
  private static Function<String, String> instrumentedHandler() throws Exception {
    String name = Handler.class.getName();
    HookTarget target =
        HookTarget.in(
                name,
                "handle",
                "(Ljava/lang/String;)Ljava/lang/String;",
                "dev.penstock.instrument.webflux.WebFluxAdvice")
            .passing("webflux", MethodValue.THIS, MethodValue.argument(0), MethodValue.NONE);
    byte[] bytes;
    try (InputStream in = Handler.class.getResourceAsStream("ResultWeavingTest$Handler.class")) {
      bytes = AdviceWeaver.weave(name, in.readAllBytes(), List.of(target), new HashSet<>());
    }
    assertThat(bytes).isNotNull();
    Class<?> instrumented =
        new ClassLoader(Handler.class.getClassLoader()) {
          Class<?> define() {
            return defineClass(name, bytes, 0, bytes.length);
          }
        }.define();
    return (Function<String, String>) instrumented.getConstructor().newInstance();
  }
}
