package dev.penstock.it.operator;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import dev.penstock.it.harness.Await;
import dev.penstock.it.harness.Launch;
import dev.penstock.it.harness.RunningApp;
import dev.penstock.it.harness.apps.ServerTestApp;
import dev.penstock.it.harness.apps.TestTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** JMX clients can read counts and switch modes if the rules file enables it. */
class JmxIT {
  private static final String RULES =
      """
      version: 1
      inbound:
        hello: { match: /hello, key: ip, rate: 2/week }
      """;

  private static final String JMX = "telemetry: { jmx: true }\n";

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  static Stream<TestTarget> targets() {
    return TestTarget.onEachJdk();
  }

  @ParameterizedTest
  @MethodSource("targets")
  void allRulesCanBeSwitchedOffWhileTheFileIsInvalid(TestTarget target) throws Exception {
    try (var app = Launch.on(target).rules(RULES + JMX).start();
        JMXConnector connector = connect(app)) {
      MBeanServerConnection server = connector.getMBeanServerConnection();
      ObjectName agent = awaited(server, "dev.penstock:type=Agent");
      assertThat(app.http().statuses(3, "/hello")).containsExactly(200, 200, 429);
      app.write("penstock.yaml", "version: 1\ninbound: 7\n");
      app.awaitStderr("has problems");
      server.setAttribute(agent, new Attribute("Mode", "off"));
      assertThat(app.http().statuses(3, "/hello")).containsOnly(200);
      assertThat(server.getAttribute(agent, "Mode")).isEqualTo("off");
      assertThat(server.getAttribute(agent, "SwitchedBy")).isEqualTo("JMX");
      app.awaitStderr("JMX");
      server.setAttribute(agent, new Attribute("Mode", "file"));
      assertThat(app.http().statuses(1, "/hello")).containsExactly(429);
    }
  }

  @ParameterizedTest
  @MethodSource("targets")
  void aRuleBeanCountsCallsByOutcome(TestTarget target) throws Exception {
    try (var app = Launch.on(target).rules(RULES + JMX).start();
        JMXConnector connector = connect(app)) {
      MBeanServerConnection server = connector.getMBeanServerConnection();
      ObjectName hello = awaited(server, "dev.penstock:type=Rule,direction=inbound,name=hello");
      assertThat(app.http().statuses(3, "/hello")).containsExactly(200, 200, 429);
      assertThat(awaitedCount(server, hello, "Rejected", 1)).isEqualTo(1);
      assertThat(awaitedCount(server, hello, "Admitted", 2)).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @MethodSource("targets")
  void beansFollowTheRulesFile(TestTarget target) throws Exception {
    try (var app = Launch.on(target).rules(RULES + JMX).start();
        JMXConnector connector = connect(app)) {
      MBeanServerConnection server = connector.getMBeanServerConnection();
      ObjectName hello = awaited(server, "dev.penstock:type=Rule,direction=inbound,name=hello");
      app.write("penstock.yaml", RULES.replace("hello:", "greeting:") + JMX);
      awaited(server, "dev.penstock:type=Rule,direction=inbound,name=greeting");
      assertThat(server.isRegistered(hello)).isFalse();
      app.write("penstock.yaml", RULES);
      assertThat(Await.within(TIMEOUT, () -> names(server).isEmpty())).isTrue();
    }
  }

  @ParameterizedTest
  @MethodSource("targets")
  void penstockDoesNotCreateTheMBeanServer(TestTarget target) throws Exception {
    // Tomcat creates an MBeanServer itself.
    TestTarget withoutJmx = new TestTarget(ServerTestApp.JDK_SERVER, target.jdk());
    var launch = Launch.on(withoutJmx).rules(RULES + JMX).jvm("-Xlog:class+load:file=classes.txt");
    Path classes = launch.folder().resolve("classes.txt");
    try (var app = launch.start()) {
      assertThat(
              Await.within(
                  TIMEOUT, () -> isLoaded(classes, " javax.management.MBeanServerFactory ")))
          .isTrue();
      assertThat(isLoaded(classes, " com.sun.jmx.mbeanserver.JmxMBeanServer ")).isFalse();
      try (JMXConnector connector = connect(app)) {
        awaited(connector.getMBeanServerConnection(), "dev.penstock:type=Agent");
      }
    }
  }

  private static boolean isLoaded(Path classes, String name) {
    try (Stream<String> lines = Files.lines(classes)) {
      return lines.anyMatch(line -> line.contains(name));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Connects like jconsole to a JVM of the same user. */
  @SuppressWarnings("BanJNDI") // the other end is a JVM that this test has started
  private static JMXConnector connect(RunningApp app)
      throws IOException, AttachNotSupportedException {
    VirtualMachine jvm = VirtualMachine.attach(Long.toString(app.pid()));
    try {
      return JMXConnectorFactory.connect(new JMXServiceURL(jvm.startLocalManagementAgent()));
    } finally {
      jvm.detach();
    }
  }

  private static ObjectName awaited(MBeanServerConnection server, String name) throws JMException {
    ObjectName wanted = new ObjectName(name);
    assertThat(Await.within(TIMEOUT, () -> names(server).contains(wanted)))
        .as("%s in %s", name, names(server))
        .isTrue();
    return wanted;
  }

  private static List<ObjectName> names(MBeanServerConnection server) {
    try {
      return List.copyOf(server.queryNames(new ObjectName("dev.penstock:*"), null));
    } catch (IOException | JMException e) {
      throw new AssertionError(e);
    }
  }

  private static long awaitedCount(
      MBeanServerConnection server, ObjectName rule, String attribute, long count) {
    Await.within(TIMEOUT, () -> count(server, rule, attribute) == count);
    return count(server, rule, attribute);
  }

  private static long count(MBeanServerConnection server, ObjectName rule, String attribute) {
    try {
      return (Long) server.getAttribute(rule, attribute);
    } catch (IOException | JMException e) {
      throw new AssertionError(e);
    }
  }
}
