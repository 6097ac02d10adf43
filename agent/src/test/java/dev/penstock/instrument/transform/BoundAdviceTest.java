package dev.penstock.instrument.transform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.bootstrap.Gate;
import dev.penstock.bootstrap.Gatekeeper;
import dev.penstock.bootstrap.Ticket;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.InboundHook;
import dev.penstock.instrument.MethodValue;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks that the shared advice passes the values that its target selects. */
class BoundAdviceTest {
  /** A handler whose method gets a request and a response. */
  public static class Handler implements BinaryOperator<String> {
    final String delegate = "delegate";

    @Override
    public String apply(String request, String response) {
      return request + response;
    }

    @Override
    public String toString() {
      return "handler of " + delegate;
    }
  }

  private static final String DESCRIPTOR =
      "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;";

  private final List<String> calls = new ArrayList<>();
  private boolean rejects;

  @BeforeEach
  void installGatekeeper() {
    Gate.install(
        new Gatekeeper() {
          @Override
          public @Nullable Ticket enter(
              String hook, Object place, Object call, @Nullable Object answer) {
            calls.add(hook + ": " + place + ", " + call + ", " + answer);
            return new FakeTicket();
          }

          @Override
          public void suppressed(String hook, Throwable error) {
            calls.add(hook + " " + error);
          }
        });
  }

  @AfterEach
  void removeGatekeeper() {
    Gate.install(null);
  }

  @Test
  void passesTheObjectAndItsArguments() throws Exception {
    BinaryOperator<String> handler =
        instrumented(MethodValue.THIS, MethodValue.argument(0), MethodValue.argument(1));
    assertThat(handler.apply("request", "response")).isEqualTo("requestresponse");
    assertThat(calls).containsExactly("hook: handler of delegate, request, response", "closed");
  }

  @Test
  void passesAFieldAndNoResponse() throws Exception {
    BinaryOperator<String> handler =
        instrumented(MethodValue.field("delegate"), MethodValue.argument(1), MethodValue.NONE);
    assertThat(handler.apply("a", "b")).isEqualTo("ab");
    assertThat(calls).containsExactly("hook: delegate, b, null", "closed");
  }

  @Test
  void skipsTheMethodOfARejectedRequest() throws Exception {
    rejects = true;
    BinaryOperator<String> handler =
        instrumented(MethodValue.argument(1), MethodValue.argument(0), MethodValue.THIS);
    assertThat(handler.apply("a", "b")).isNull();
    assertThat(calls).containsExactly("hook: b, a, handler of delegate");
  }

  private final class FakeTicket implements Ticket {
    @Override
    public boolean skipsMethod() {
      return rejects;
    }

    @Override
    public void close(@Nullable Throwable thrown) {
      calls.add("closed");
    }
  }

  @SuppressWarnings("unchecked") // the class is known
  private static BinaryOperator<String> instrumented(
      MethodValue place, MethodValue request, MethodValue response) throws Exception {
    String name = Handler.class.getName();
    HookTarget target =
        HookTarget.in(name, "apply", DESCRIPTOR, InboundHook.ADVICE)
            .passing("hook", place, request, response);
    byte[] bytes;
    try (InputStream in = Handler.class.getResourceAsStream("BoundAdviceTest$Handler.class")) {
      bytes = AdviceWeaver.weave(name, in.readAllBytes(), List.of(target), new HashSet<>());
    }
    assertThat(bytes).isNotNull();
    Class<?> instrumented =
        new ClassLoader(Handler.class.getClassLoader()) {
          Class<?> define() {
            return defineClass(name, bytes, 0, bytes.length);
          }
        }.define();
    return (BinaryOperator<String>) instrumented.getConstructor().newInstance();
  }
}
