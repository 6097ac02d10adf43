package dev.penstock.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.bootstrap.Gate;
import dev.penstock.bootstrap.Gatekeeper;
import dev.penstock.bootstrap.Ticket;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Weaves a method that answers with a promise, and calls it. */
class ResultWeavingTest {
  /** Stands for a handler, and texts for its promises. */
  public static class Handler implements Function<String, String> {
    @Override
    public String apply(String exchange) {
      return handle(exchange);
    }

    private String handle(String exchange) {
      if (exchange.isEmpty()) {
        throw new IllegalStateException("of the handler's own");
      }
      return "handled " + exchange;
    }
  }

  private final List<String> seen = new ArrayList<>();

  @AfterEach
  void leaveTheGate() {
    Gate.install(null);
  }

  @Test
  void withoutATicketTheResultStands() throws Exception {
    keptWith(null);
    assertThat(woven().apply("a")).isEqualTo("handled a");
    assertThat(seen).containsExactly("webflux a");
  }

  @Test
  void theResultOfARefusedCallIsTheTickets() throws Exception {
    keptWith(new FakeTicket(/* refused= */ true));
    assertThat(woven().apply("a")).isEqualTo("instead of null");
    assertThat(seen).containsExactly("webflux a");
  }

  @Test
  void theResultOfAnAdmittedCallCanBeWrapped() throws Exception {
    keptWith(new FakeTicket(/* refused= */ false));
    assertThat(woven().apply("a")).isEqualTo("instead of handled a");
    assertThat(seen).containsExactly("webflux a", "closed after null");
  }

  @Test
  void whatTheMethodThrowsIsThrown() throws Exception {
    keptWith(new FakeTicket(/* refused= */ false));
    Function<String, String> handler = woven();
    assertThatThrownBy(() -> handler.apply("")).hasMessage("of the handler's own");
    assertThat(seen)
        .containsExactly(
            "webflux ", "closed after java.lang.IllegalStateException: of the handler's own");
  }

  private void keptWith(@Nullable Ticket ticket) {
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
    private final boolean refused;

    FakeTicket(boolean refused) {
      this.refused = refused;
    }

    @Override
    public boolean skipsMethod() {
      return refused;
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

  @SuppressWarnings("unchecked") // it is what it is
  private static Function<String, String> woven() throws Exception {
    String name = Handler.class.getName();
    HookTarget target =
        HookTarget.in(
            name,
            "handle",
            "(Ljava/lang/String;)Ljava/lang/String;",
            "dev.penstock.instrument.webflux.ArrivalAdvice");
    byte[] bytes;
    try (InputStream in = Handler.class.getResourceAsStream("ResultWeavingTest$Handler.class")) {
      bytes = AdviceWeaver.weave(name, in.readAllBytes(), List.of(target), new ArrayList<>());
    }
    assertThat(bytes).isNotNull();
    Class<?> woven =
        new ClassLoader(Handler.class.getClassLoader()) {
          Class<?> define() {
            return defineClass(name, bytes, 0, bytes.length);
          }
        }.define();
    return (Function<String, String>) woven.getConstructor().newInstance();
  }
}
