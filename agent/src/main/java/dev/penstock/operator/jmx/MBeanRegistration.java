package dev.penstock.operator.jmx;

import dev.penstock.log.AgentLog;
import dev.penstock.operator.OperatorControls;
import dev.penstock.telemetry.Snapshot.RuleFigures;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/** Keeps the agent and its rules registered with the JVM's MBean server, once there is one. */
public final class MBeanRegistration {
  /*
   * The platform's MBean server is never made here, only found. Making it starts java.util.logging,
   * which settles the log manager for a JBoss or a Quarkus that has not come round to that yet, and
   * it may be of a class that the application is to bring. Who reads MBeans has made it: the JVM does
   * so itself for jconsole and for all that connects from outside.
   */
  private final OperatorControls controls;
  private final CachedSnapshot glimpse;
  private final AgentLog log;
  private final Set<ObjectName> registered = new HashSet<>();
  private @Nullable MBeanServer server;

  public MBeanRegistration(OperatorControls controls, AgentLog log) {
    this.controls = controls;
    this.glimpse = new CachedSnapshot(controls);
    this.log = log;
  }

  /** To be called now and then, but not before the application runs. */
  public void look(boolean rulesHaveChanged) {
    MBeanServer known = server;
    if (known != null && !rulesHaveChanged) {
      return;
    }
    known = known == null ? platformServer() : known;
    server = known;
    if (known != null) {
      glimpse.isOld();
      bringUpToDate(known);
    }
  }

  /** The platform's own of all that there are; null as long as nobody has made it. */
  private static @Nullable MBeanServer platformServer() {
    for (MBeanServer each : MBeanServerFactory.findMBeanServer(/* agentId= */ null)) {
      if (each.isRegistered(name("java.lang:type=Runtime"))) {
        return each;
      }
    }
    return null;
  }

  private void bringUpToDate(MBeanServer with) {
    Map<ObjectName, Object> wanted = new HashMap<>();
    wanted.put(name("dev.penstock:type=Agent"), new AgentBean(controls, glimpse));
    for (RuleFigures rule : glimpse.now().rules()) {
      wanted.put(nameOf(rule), new RuleBean(controls, glimpse, rule.direction(), rule.name()));
    }
    for (ObjectName each : Set.copyOf(registered)) {
      if (!wanted.containsKey(each)) {
        unregister(with, each);
      }
    }
    wanted.forEach((name, bean) -> register(with, name, bean));
  }

  private void register(MBeanServer with, ObjectName name, Object bean) {
    if (registered.contains(name)) {
      return;
    }
    try {
      with.registerMBean(bean, name);
      registered.add(name);
    } catch (JMException | RuntimeException refused) {
      log.repeated("jmx", "cannot register " + name, refused);
    }
  }

  private void unregister(MBeanServer with, ObjectName name) {
    registered.remove(name);
    try {
      with.unregisterMBean(name);
    } catch (JMException | RuntimeException gone) {
      log.repeated("jmx", "cannot take back " + name, gone);
    }
  }

  /** Takes everything back. */
  public void end() {
    MBeanServer known = server;
    if (known != null) {
      for (ObjectName each : Set.copyOf(registered)) {
        unregister(known, each);
      }
    }
    server = null;
  }

  static ObjectName nameOf(RuleFigures rule) {
    String direction = rule.direction().word();
    return name("dev.penstock:type=Rule,direction=" + direction + ",name=" + plain(rule.name()));
  }

  /** A value in a name, in quotes if JMX needs them. */
  private static String plain(String value) {
    for (int i = 0; i < value.length(); i++) {
      if (",=:\"*?\n".indexOf(value.charAt(i)) >= 0) {
        return ObjectName.quote(value);
      }
    }
    return value.isEmpty() ? ObjectName.quote(value) : value;
  }

  private static ObjectName name(String text) {
    try {
      return new ObjectName(text);
    } catch (MalformedObjectNameException impossible) {
      throw new IllegalStateException(text, impossible);
    }
  }
}
