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

/**
 * Registers the agent and its rules with the platform MBean server once the application has one.
 */
public final class MBeanRegistration {
  /*
   * This class never creates the platform MBean server. Creating it initializes java.util.logging
   * before JBoss or Quarkus can set their log manager, and its class may belong to the application.
   * Any reader of MBeans creates it: the JVM does so for jconsole and other remote clients.
   */
  private final OperatorControls controls;
  private final CachedSnapshot snapshots;
  private final AgentLog log;
  private final Set<ObjectName> registered = new HashSet<>();
  private @Nullable MBeanServer server;

  public MBeanRegistration(OperatorControls controls, AgentLog log) {
    this.controls = controls;
    this.snapshots = new CachedSnapshot(controls);
    this.log = log;
  }

  /** Registers and unregisters MBeans. Call it regularly, but not before the application runs. */
  public void update(boolean rulesHaveChanged) {
    MBeanServer known = server;
    if (known != null && !rulesHaveChanged) {
      return;
    }
    known = known == null ? platformServer() : known;
    server = known;
    if (known != null) {
      snapshots.invalidate();
      synchronize(known);
    }
  }

  /** The platform MBean server; null if the application has not created it. */
  private static @Nullable MBeanServer platformServer() {
    for (MBeanServer each : MBeanServerFactory.findMBeanServer(/* agentId= */ null)) {
      if (each.isRegistered(name("java.lang:type=Runtime"))) {
        return each;
      }
    }
    return null;
  }

  private void synchronize(MBeanServer with) {
    Map<ObjectName, Object> wanted = new HashMap<>();
    wanted.put(name("dev.penstock:type=Agent"), new AgentBean(controls, snapshots));
    for (RuleFigures rule : snapshots.get().rules()) {
      wanted.put(nameOf(rule), new RuleBean(controls, snapshots, rule.direction(), rule.name()));
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
      log.repeated("jmx", "cannot unregister " + name, gone);
    }
  }

  /** Unregisters all MBeans. */
  public void unregisterAll() {
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
