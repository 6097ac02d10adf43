package dev.penstock.instrument.transform;

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
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests an instrumented servlet of each namespace. */
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

  /** Records when it is closed. */
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
    public @Nullable Object replacement() {
      return replacement;
    }

    @Override
    public void close(@Nullable Throwable thrown) {
      seen.add("closed after " + thrown);
      if (failOnClose) {
        throw new StackOverflowError("ticket failed");
      }
    }
  }

  private final List<String> seen = new ArrayList<>();
  private @Nullable Ticket ticket;
  private @Nullable Object replacement;
  private boolean failOnEnter;
  private boolean failOnClose;

  @BeforeEach
  void installGatekeeper() {
    Gate.install(
        new Gatekeeper() {
          @Override
          public @Nullable Ticket enter(
              String hook, Object place, Object call, @Nullable Object answer) {
            seen.add(hook);
            if (failOnEnter) {
              throw new StackOverflowError("agent failed");
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
  void removeGatekeeper() {
    Gate.install(null);
  }

  @ParameterizedTest
  @ValueSource(classes = {JavaxServlet.class, JakartaServlet.class})
  void runsTheServletIfTheGateAdmitsTheRequest(Class<?> servlet) throws Exception {
    assertThat(runsAfterOneCall(servlet)).isEqualTo(1);
    assertThat(seen).containsExactly("servlet");
  }

  @ParameterizedTest
  @ValueSource(classes = {JavaxServlet.class, JakartaServlet.class})
  void doesNotRunTheServletIfTheGateRejectsTheRequest(Class<?> servlet) throws Exception {
    ticket = new FakeTicket(/* rejected= */ true);
    assertThat(runsAfterOneCall(servlet)).isZero();
    assertThat(seen).containsExactly("servlet");
  }

  @ParameterizedTest
  @ValueSource(classes = {JavaxServlet.class, JakartaServlet.class})
  void runsTheServletIfTheAgentFails(Class<?> servlet) throws Exception {
    failOnEnter = true;
    assertThat(runsAfterOneCall(servlet)).isEqualTo(1);
    assertThat(seen).containsExactly("servlet", "servlet agent failed");
  }

  @ParameterizedTest
  @ValueSource(classes = {JavaxServlet.class, JakartaServlet.class})
  void closesTheTicketOnceWhenTheServletReturns(Class<?> servlet) throws Exception {
    ticket = new FakeTicket(/* rejected= */ false);
    assertThat(runsAfterOneCall(servlet)).isEqualTo(1);
    assertThat(seen).containsExactly("servlet", "closed after null");
  }

  @ParameterizedTest
  @ValueSource(classes = {JavaxServlet.class, JakartaServlet.class})
  void closesTheTicketOnceWhenTheServletThrowsAndKeepsTheException(Class<?> servlet)
      throws Exception {
    ticket = new FakeTicket(/* rejected= */ false);
    Class<?> instrumented = instrumented(servlet);
    IOException failure = new IOException("servlet failed");
    staticField(instrumented, "failure").set(null, failure);
    assertThatThrownBy(() -> call(instrumented))
        .cause()
        .isSameAs(failure)
        .hasNoSuppressedExceptions();
    assertThat(seen).containsExactly("servlet", "closed after " + failure);
  }

  @ParameterizedTest
  @ValueSource(classes = {JavaxServlet.class, JakartaServlet.class})
  void aFailingTicketIsReportedAndChangesNothingElse(Class<?> servlet) throws Exception {
    ticket = new FakeTicket(/* rejected= */ false);
    failOnClose = true;
    assertThat(runsAfterOneCall(servlet)).isEqualTo(1);
    assertThat(seen).containsExactly("servlet", "closed after null", "ticket ticket failed");
  }

  @ParameterizedTest
  @ValueSource(classes = {JavaxServlet.class, JakartaServlet.class})
  void passesTheReplacementOfTheTicketToTheServlet(Class<?> servlet) throws Exception {
    Class<?> instrumented = instrumented(servlet);
    ticket = new FakeTicket(/* rejected= */ false);
    Class<?> type = serviceOf(instrumented).getParameterTypes()[0];
    replacement =
        Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (p, m, a) -> null);
    call(instrumented);
    assertThat(staticField(instrumented, "got").get(null)).isSameAs(replacement);
  }

  @ParameterizedTest
  @ValueSource(classes = {JavaxServlet.class, JakartaServlet.class})
  void addsNoMemberToAClass(Class<?> servlet) throws Exception {
    Class<?> instrumented = instrumented(servlet);
    assertThat(membersOf(instrumented)).isEqualTo(membersOf(servlet));
  }

  private static String membersOf(Class<?> type) {
    return Arrays.toString(type.getDeclaredMethods()) + Arrays.toString(type.getDeclaredFields());
  }

  private static int runsAfterOneCall(Class<?> servlet) throws Exception {
    Class<?> instrumented = instrumented(servlet);
    call(instrumented);
    return staticField(instrumented, "runs").getInt(null);
  }

  private static void call(Class<?> instrumented) throws Exception {
    serviceOf(instrumented).invoke(instrumented.getConstructor().newInstance(), null, null);
  }

  private static Method serviceOf(Class<?> instrumented) {
    return Arrays.stream(instrumented.getDeclaredMethods())
        .filter(method -> method.getName().equals("service"))
        .findFirst()
        .orElseThrow();
  }

  private static Field staticField(Class<?> woven, String name) throws Exception {
    Field field = woven.getDeclaredField(name);
    field.setAccessible(true);
    return field;
  }

  private static Class<?> instrumented(Class<?> original) throws Exception {
    String name = original.getName();
    byte[] bytes;
    try (InputStream in = original.getResourceAsStream("/" + name.replace('.', '/') + ".class")) {
      bytes =
          AdviceWeaver.weave(
              name,
              in.readAllBytes(),
              new ServletHook(new ServletExchanges()).targets(),
              new HashSet<>());
    }
    assertThat(bytes).isNotNull();
    return new ClassLoader(original.getClassLoader()) {
      Class<?> define() {
        return defineClass(name, bytes, 0, bytes.length);
      }
    }.define();
  }
}
