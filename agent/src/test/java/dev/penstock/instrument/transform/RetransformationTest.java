package dev.penstock.instrument.transform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.instrument.servlet.ServletExchanges;
import dev.penstock.instrument.servlet.ServletHook;
import dev.penstock.log.AgentLog;
import jakarta.servlet.http.HttpServlet;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the instrumentation of classes that are already loaded. */
class RetransformationTest {
  private final List<Integer> requests = new ArrayList<>();
  private final ByteArrayOutputStream log = new ByteArrayOutputStream();
  private final Instrumentation instrumentation =
      (Instrumentation)
          Proxy.newProxyInstance(
              RetransformationTest.class.getClassLoader(),
              new Class<?>[] {Instrumentation.class},
              (proxy, method, arguments) -> {
                Class<?>[] classes = (Class<?>[]) arguments[0];
                requests.add(classes.length);
                if (Arrays.asList(classes).contains(Thread.class)) {
                  throw new UnsupportedOperationException("not this one");
                }
                return null;
              });
  private final Weaver weaver =
      new Weaver(
          instrumentation,
          new AgentLog(
              new PrintStream(log, /* autoFlush= */ true, StandardCharsets.UTF_8),
              /* debugging= */ false,
              () -> 0));

  @Test
  void aHookIsDegradedIfOneOfItsClassesCannotBeChanged() {
    InstalledHook servlet = new InstalledHook(new ServletHook(new ServletExchanges()));
    servlet.noteFailed(Thread.class);
    assertThat(servlet.isDegraded()).isFalse();
    servlet.noteFailed(HttpServlet.class);
    assertThat(servlet.isDegraded()).isTrue();
  }

  @Test
  void requestsNothingForNoClasses() {
    Retransformation.run(List.of(), instrumentation, weaver);
    assertThat(requests).isEmpty();
  }

  @Test
  void instrumentsManyClassesInFewRequests() {
    Retransformation.run(Collections.nCopies(40, String.class), instrumentation, weaver);
    assertThat(requests).containsExactly(16, 16, 8);
    assertThat(weaver.failed()).isEmpty();
  }

  @Test
  void aClassThatCannotBeChangedDoesNotAffectOthers() {
    List<Class<?>> classes = new ArrayList<>(Collections.nCopies(18, String.class));
    classes.set(1, Thread.class);
    Retransformation.run(classes, instrumentation, weaver);
    assertThat(requests).hasSize(1 + 16 + 1).startsWith(16, 1, 1).endsWith(1, 2);
    assertThat(weaver.failed()).containsExactly("java.lang.Thread");
    assertThat(log.toString(StandardCharsets.UTF_8))
        .contains(
            "cannot instrument java.lang.Thread; no rule applies to calls through this class (1 so"
                + " far)");
  }
}
