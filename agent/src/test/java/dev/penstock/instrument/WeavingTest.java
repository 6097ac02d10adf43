package dev.penstock.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.bootstrap.Gate;
import dev.penstock.bootstrap.Gatekeeper;
import dev.penstock.instrument.servlet.ServletHook;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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

    @Override
    public void service(
        javax.servlet.ServletRequest request, javax.servlet.ServletResponse response) {
      runs++;
    }
  }

  /** A servlet for jakarta. */
  public static class JakartaServlet extends jakarta.servlet.GenericServlet {
    private static final long serialVersionUID = 1;
    static int runs;

    @Override
    public void service(
        jakarta.servlet.ServletRequest request, jakarta.servlet.ServletResponse response) {
      runs++;
    }
  }

  private final List<String> seen = new ArrayList<>();
  private boolean refuse;
  private boolean fail;

  @BeforeEach
  void keepTheGate() {
    Gate.keptBy(
        new Gatekeeper() {
          @Override
          public boolean turnsAway(String hook, Object call, Object answer) {
            seen.add(hook);
            if (fail) {
              throw new StackOverflowError("of the agent's own");
            }
            return refuse;
          }

          @Override
          public void suppressed(String hook, Throwable error) {
            seen.add(hook + " " + error.getMessage());
          }
        });
  }

  @AfterEach
  void leaveTheGate() {
    Gate.keptBy(null);
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
    refuse = true;
    assertThat(runsAfterOneCall(servlet)).isZero();
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
  void addsNoMemberToAClass(Class<?> servlet) throws Exception {
    Class<?> woven = woven(servlet);
    assertThat(membersOf(woven)).isEqualTo(membersOf(servlet));
  }

  private static String membersOf(Class<?> type) {
    return Arrays.toString(type.getDeclaredMethods()) + Arrays.toString(type.getDeclaredFields());
  }

  private static int runsAfterOneCall(Class<?> servlet) throws Exception {
    Class<?> woven = woven(servlet);
    Object instance = woven.getConstructor().newInstance();
    for (Method method : woven.getDeclaredMethods()) {
      if (method.getName().equals("service")) {
        method.invoke(instance, null, null);
      }
    }
    var runs = woven.getDeclaredField("runs");
    runs.setAccessible(true);
    return runs.getInt(null);
  }

  private static Class<?> woven(Class<?> original) throws Exception {
    String name = original.getName();
    byte[] bytes;
    try (InputStream in = original.getResourceAsStream("/" + name.replace('.', '/') + ".class")) {
      bytes = AdviceWeaver.weave(name, in.readAllBytes(), new ServletHook().targets());
    }
    assertThat(bytes).isNotNull();
    return new ClassLoader(original.getClassLoader()) {
      Class<?> define() {
        return defineClass(name, bytes, 0, bytes.length);
      }
    }.define();
  }
}
