package dev.penstock.operator.jmx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.log.AgentLog;
import dev.penstock.operator.RecordedControls;
import dev.penstock.telemetry.SampleSnapshot;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;
import javax.management.openmbean.CompositeData;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the MBeans of the agent through the platform MBean server. */
class MBeanRegistrationTest {
  private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
  private final RecordedControls controls = new RecordedControls();
  private final MBeanRegistration registration =
      new MBeanRegistration(controls, AgentLog.onStderr());

  @BeforeEach
  void register() {
    registration.update(/* rulesHaveChanged= */ true);
  }

  @AfterEach
  void end() {
    registration.unregisterAll();
  }

  @Test
  void registersTheAgentAndEachRule() {
    assertThat(names())
        .containsExactlyInAnyOrder(
            "dev.penstock:type=Agent",
            "dev.penstock:type=Rule,direction=inbound,name=login",
            "dev.penstock:type=Rule,direction=inbound,name=search",
            "dev.penstock:type=Rule,direction=outbound,name=payments");
  }

  @Test
  void theAgentShowsItsState() throws JMException {
    assertThat(agent("Version")).isEqualTo("1.0.0");
    assertThat(agent("RulesFile")).isEqualTo("/etc/app/penstock.yaml");
    assertThat(agent("Status")).isEqualTo("all is well\n");
    assertThat(agent("Mode")).isEqualTo("enforce");
    assertThat(agent("ModeInFile")).isEqualTo("enforce");
    assertThat(agent("SwitchedBy")).isNull();
    assertThat((String[]) agent("Rules"))
        .containsExactly("inbound login", "inbound search", "outbound payments");
    assertThat(counts("Inbound"))
        .isEqualTo(
            "admitted=41280 exempt=1200 failedOpen=5 overflow=3 rejected=620 shed=7"
                + " wouldReject=44");
    assertThat(counts("Outbound")).startsWith("admitted=900 ");
    assertThat(agent("LiveKeys")).isEqualTo(5_120L);
    assertThat(agent("StoreAnswering")).isEqualTo(false);
    assertThat(agent("Reloads")).isEqualTo(3L);
    assertThat(agent("FailedReloads")).isEqualTo(1L);
    assertThat((String[]) agent("Problems")).hasSize(1);
    assertThat(agent("Switches")).isEqualTo(2L);
    assertThat(agent("SuppressedErrors")).isEqualTo(5L);
  }

  @Test
  void aRuleShowsItsCountsAsPlainNumbers() throws JMException {
    ObjectName login = rule("inbound", "login");
    assertThat(server.getAttribute(login, "Admitted")).isEqualTo(1_280L);
    assertThat(server.getAttribute(login, "Rejected")).isEqualTo(620L);
    assertThat(server.getAttribute(login, "Overflow")).isEqualTo(3L);
    assertThat(server.getAttribute(login, "FailedOpen")).isEqualTo(4L);
    assertThat(server.getAttribute(login, "LiveKeys")).isEqualTo(312L);
    assertThat(server.getAttribute(login, "Limits")).isEqualTo("5/min by ip");
    ObjectName search = rule("inbound", "search");
    assertThat(server.getAttribute(search, "Mode")).isEqualTo("shadow");
    assertThat(server.getAttribute(search, "ModeInFile")).isEqualTo("enforce");
    assertThat(server.getAttribute(search, "SwitchedBy")).isEqualTo("console");
    assertThat(server.getAttribute(search, "WouldReject")).isEqualTo(44L);
    assertThat(server.getAttribute(rule("outbound", "payments"), "Held")).isEqualTo(4L);
  }

  @Test
  void toolsNeedNoClassOfPenstock() throws JMException {
    for (ObjectName name : server.queryNames(new ObjectName("dev.penstock:*"), null)) {
      for (MBeanAttributeInfo each : server.getMBeanInfo(name).getAttributes()) {
        assertThat(each.getType()).as(each.getName()).doesNotContain("penstock");
        Object value = server.getAttribute(name, each.getName());
        assertThat(value == null ? null : value.getClass().getClassLoader()).isNull();
      }
    }
  }

  @Test
  void everythingHasADescription() throws JMException {
    for (ObjectName name : server.queryNames(new ObjectName("dev.penstock:*"), null)) {
      MBeanInfo info = server.getMBeanInfo(name);
      for (MBeanAttributeInfo each : info.getAttributes()) {
        assertThat(each.getDescription()).isNotEqualTo(each.getName());
      }
      for (MBeanOperationInfo each : info.getOperations()) {
        assertThat(each.getDescription()).isNotEqualTo(each.getName());
        assertThat(each.getSignature()[0].getName()).isEqualTo("rule");
      }
    }
  }

  @Test
  void modesCanBeSwitched() throws JMException {
    for (String mode : List.of("off", "Shadow", "ENFORCE", "file")) {
      server.setAttribute(agentName(), new Attribute("Mode", mode));
    }
    server.setAttribute(rule("inbound", "search"), new Attribute("Mode", "off"));
    call("switchRule", "payments", "shadow");
    assertThat(controls.actions)
        .containsExactly(
            "all OFF by JMX",
            "all SHADOW by JMX",
            "all ENFORCE by JMX",
            "all null by JMX",
            "search OFF by JMX",
            "payments SHADOW by JMX");
  }

  @Test
  void aSwitchIsVisibleAtOnce() throws JMException {
    assertThat(agent("Version")).isEqualTo("1.0.0");
    controls.snapshot = SampleSnapshot.idle();
    server.setAttribute(agentName(), new Attribute("Mode", "off"));
    assertThat(agent("RulesFile")).isNull();
  }

  @Test
  void invalidSwitchesAreReported() {
    assertThatThrownBy(() -> server.setAttribute(agentName(), new Attribute("Mode", "on")))
        .isInstanceOf(RuntimeMBeanException.class)
        .rootCause()
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("a mode is `enforce`, `shadow`, `off` or `file`, was `on`");
    assertThatThrownBy(() -> call("switchRule", "logon", "off"))
        .rootCause()
        .hasMessage("there is no rule `logon`");
  }

  @Test
  void peekAndResetActOnOneClient() throws JMException {
    String[] left = {
      "burst: 17 of 100 left (100/s), more in 2500 ms, client 9f2c51d07ab3e6f4",
      "hourly: 5000 of 5000 left (5000/h), client 9f2c51d07ab3e6f4"
    };
    assertThat((String[]) call("peek", "search", "user=42")).containsExactly(left);
    assertThat(controls.actions).isEmpty();
    assertThat((String[]) call("reset", "search", "user=42")).containsExactly(left);
    assertThat(controls.actions).containsExactly("reset search user=42 by JMX");
    assertThatThrownBy(() -> call("peek", "search", "ip=10.0.0.1"))
        .rootCause()
        .hasMessage("the keys of `search` look like `user=42`");
  }

  @Test
  void ruleBeansFollowReloads() throws JMException {
    controls.snapshot = SampleSnapshot.withRuleNamed("log=in, \"all\"*");
    registration.update(/* rulesHaveChanged= */ false);
    assertThat(names()).contains("dev.penstock:type=Rule,direction=inbound,name=login");
    registration.update(/* rulesHaveChanged= */ true);
    String odd = "dev.penstock:type=Rule,direction=inbound,name=\"log=in, \\\"all\\\"\\*\"";
    assertThat(names())
        .doesNotContain("dev.penstock:type=Rule,direction=inbound,name=login")
        .contains(odd)
        .hasSize(4);
    assertThat(server.getAttribute(new ObjectName(odd), "Rejected")).isEqualTo(620L);
    controls.snapshot = SampleSnapshot.idle();
    registration.update(/* rulesHaveChanged= */ true);
    assertThat(names()).containsExactly("dev.penstock:type=Agent");
  }

  @Test
  void unregistersEverythingAndCanStartAgain() {
    registration.unregisterAll();
    assertThat(names()).isEmpty();
    registration.unregisterAll();
    registration.update(/* rulesHaveChanged= */ false);
    assertThat(names()).hasSize(4);
  }

  private Set<String> names() {
    try {
      return server.queryNames(new ObjectName("dev.penstock:*"), null).stream()
          .map(ObjectName::toString)
          .collect(Collectors.toCollection(TreeSet::new));
    } catch (JMException e) {
      throw new AssertionError(e);
    }
  }

  private static ObjectName agentName() throws JMException {
    return new ObjectName("dev.penstock:type=Agent");
  }

  private static ObjectName rule(String direction, String name) throws JMException {
    return new ObjectName("dev.penstock:type=Rule,direction=" + direction + ",name=" + name);
  }

  private @Nullable Object agent(String attribute) throws JMException {
    return server.getAttribute(agentName(), attribute);
  }

  private String counts(String attribute) throws JMException {
    CompositeData data = (CompositeData) agent(attribute);
    assertThat(data).isNotNull();
    return new TreeSet<>(data.getCompositeType().keySet())
        .stream().map(key -> key + "=" + data.get(key)).collect(Collectors.joining(" "));
  }

  private @Nullable Object call(String operation, String first, String second) throws JMException {
    String text = String.class.getName();
    return server.invoke(
        agentName(), operation, new Object[] {first, second}, new String[] {text, text});
  }
}
