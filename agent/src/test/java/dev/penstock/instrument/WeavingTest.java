package dev.penstock.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.bootstrap.Gate;
import dev.penstock.bootstrap.Gatekeeper;
import dev.penstock.bootstrap.Ticket;
import dev.penstock.instrument.servlet.ServletExchanges;
import dev.penstock.instrument.servlet.ServletHook;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Weaves a servlet of each namespace in a loader of its own and calls it. */
class WeavingTest {
  /** A servlet for javax. */
  public static class JavaxServlet extends javax.servlet.GenericServlet {
    private static final long serialVersionUID = 1;
    static int runs;
    static @Nullable Object got;
    static @Nullable IOException failure;

    @Override
    public void service(
        javax.servlet.ServletRequest request, javax.servlet.ServletResponse response)
        throws IOException {
      runs++;
      got = request;
      if (failure != null) {
        throw failure;
      }
    }
  }

  /** A servlet for jakarta. */
  public static class JakartaServlet extends jakarta.servlet.GenericServlet {
    private static final long serialVersionUID = 1;
    static int runs;
    static @Nullable Object got;
    static @Nullable IOException failure;

    @Override
    public void service(
        jakarta.servlet.ServletRequest request, jakarta.servlet.ServletResponse response)
        throws IOException {
      runs++;
      got = request;
      if (failure != null) {
        throw failure;
      }
    }
  }

  /** Notes when it is given back. */
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
    public @Nullable Object replacement() {
      return handedOn;
    }

    @Override
    public void close(@Nullable Throwable thrown) {
      seen.add("closed after " + thrown);
      if (failLate) {
        throw new StackOverflowError("of the ticket's own");
      }
    }
  }

  private final List<String> seen = new ArrayList<>();
  private @Nullable Ticket ticket;
  private @Nullable Object handedOn;
  private boolean fail;
  private boolean failLate;

  @BeforeEach
  void keepTheGate() {
    Gate.install(
        new Gatekeeper() {
          @Override
          public @Nullable Ticket enter(
              String hook, Object place, Object call, @Nullable Object answer) {
            seen.add(hook);
            if (fail) {
              throw new StackOverflowError("of the agent's own");
            }
            return ticket;
          }

          @Override
          public void suppressed(String hook, Throwable error) {
            seen.add(hook + " " + error.getMessage());
          }
        });
  }

  @AfterEach
  void leaveTheGate() {
    Gate.install(null);
  }

  @ParameterizedTest
  @ValueSource(classes = {JavaxServlet.class, JakartaServlet.class})
  void runsTheServletIfTheGateLetsItThrough(Class<?> servlet) throws Exception {
    assertThat(runsAfterOneCall(servlet)).isEqualTo(1);
    assertThat(seen).containsExactly("servlet");
  }

  @ParameterizedTest
  @ValueSource(classes = {JavaxServlet.class, JakartaServlet.class})
  void doesNotRunTheServletIfTheGateTurnsTheCallAway(Class<?> servlet) throws Exception {
    ticket = new FakeTicket(/* refused= */ true);
    assertThat(runsAfterOneCall(servlet)).isZero();
    assertThat(seen).containsExactly("servlet");
  }

  @ParameterizedTest
  @ValueSource(classes = {JavaxServlet.class, JakartaServlet.class})
  void runsTheServletIfTheAgentFails(Class<?> servlet) throws Exception {
    fail = true;
    assertThat(runsAfterOneCall(servlet)).isEqualTo(1);
    assertThat(seen).containsExactly("servlet", "servlet of the agent's own");
  }

  @ParameterizedTest
  @ValueSource(classes = {JavaxServlet.class, JakartaServlet.class})
  void givesATicketBackOnceWhenTheServletReturns(Class<?> servlet) throws Exception {
    ticket = new FakeTicket(/* refused= */ false);
    assertThat(runsAfterOneCall(servlet)).isEqualTo(1);
    assertThat(seen).containsExactly("servlet", "closed after null");
  }

  @ParameterizedTest
  @ValueSource(classes = {JavaxServlet.class, JakartaServlet.class})
  void givesATicketBackOnceWhenTheServletThrowsAndLetsItsExceptionOn(Class<?> servlet)
      throws Exception {
    ticket = new FakeTicket(/* refused= */ false);
    Class<?> woven = woven(servlet);
    IOException failure = new IOException("of the servlet's own");
    staticField(woven, "failure").set(null, failure);
    assertThatThrownBy(() -> call(woven)).cause().isSameAs(failure).hasNoSuppressedExceptions();
    assertThat(seen).containsExactly("servlet", "closed after " + failure);
  }

  @ParameterizedTest
  @ValueSource(classes = {JavaxServlet.class, JakartaServlet.class})
  void aTicketThatFailsIsNotedAndNothingElse(Class<?> servlet) throws Exception {
    ticket = new FakeTicket(/* refused= */ false);
    failLate = true;
    assertThat(runsAfterOneCall(servlet)).isEqualTo(1);
    assertThat(seen).containsExactly("servlet", "closed after null", "ticket of the ticket's own");
  }

  @ParameterizedTest
  @ValueSource(classes = {JavaxServlet.class, JakartaServlet.class})
  void givesTheServletWhatTheTicketHandsOn(Class<?> servlet) throws Exception {
    Class<?> woven = woven(servlet);
    ticket = new FakeTicket(/* refused= */ false);
    Class<?> type = serviceOf(woven).getParameterTypes()[0];
    handedOn =
        Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (p, m, a) -> null);
    call(woven);
    assertThat(staticField(woven, "got").get(null)).isSameAs(handedOn);
  }

  @ParameterizedTest
  @ValueSource(classes = {JavaxServlet.class, JakartaServlet.class})
  void addsNoMemberToAClass(Class<?> servlet) throws Exception {
    Class<?> woven = woven(servlet);
    assertThat(membersOf(woven)).isEqualTo(membersOf(servlet));
  }

  private static String membersOf(Class<?> type) {
    return Arrays.toString(type.getDeclaredMethods()) + Arrays.toString(type.getDeclaredFields());
  }

  private static int runsAfterOneCall(Class<?> servlet) throws Exception {
    Class<?> woven = woven(servlet);
    call(woven);
    return staticField(woven, "runs").getInt(null);
  }

  private static void call(Class<?> woven) throws Exception {
    serviceOf(woven).invoke(woven.getConstructor().newInstance(), null, null);
  }

  private static Method serviceOf(Class<?> woven) {
    return Arrays.stream(woven.getDeclaredMethods())
        .filter(method -> method.getName().equals("service"))
        .findFirst()
        .orElseThrow();
  }

  private static Field staticField(Class<?> woven, String name) throws Exception {
    Field field = woven.getDeclaredField(name);
    field.setAccessible(true);
    return field;
  }

  private static Class<?> woven(Class<?> original) throws Exception {
    String name = original.getName();
    byte[] bytes;
    try (InputStream in = original.getResourceAsStream("/" + name.replace('.', '/') + ".class")) {
      bytes =
          AdviceWeaver.weave(
              name,
              in.readAllBytes(),
              new ServletHook(new ServletExchanges()).targets(),
              new ArrayList<>());
    }
    assertThat(bytes).isNotNull();
    return new ClassLoader(original.getClassLoader()) {
      Class<?> define() {
        return defineClass(name, bytes, 0, bytes.length);
      }
    }.define();
  }
}
