package dev.penstock.agent;

import dev.penstock.log.AgentLog;
import dev.penstock.operator.OperatorControls;
import dev.penstock.operator.jmx.MBeanRegistration;
import org.jspecify.annotations.Nullable;

/** Registers the MBeans of the agent while the rules in force ask for them. */
final class MBeanPublisher {
  /* The JMX classes are loaded by the housekeeping thread, and only if the rules ask for MBeans. */
  private final OperatorControls controls;
  private final AgentLog log;
  private volatile boolean wanted;
  private volatile boolean rulesHaveChanged;
  private @Nullable MBeanRegistration registration;

  MBeanPublisher(OperatorControls controls, AgentLog log) {
    this.controls = controls;
    this.log = log;
  }

  /** Rules have been loaded that ask for MBeans, or do not. */
  void publish(boolean newWanted) {
    wanted = newWanted;
    rulesHaveChanged = true;
  }

  /** Brings the registered MBeans up to date. Called by the housekeeping thread alone. */
  void refresh() {
    MBeanRegistration known = registration;
    boolean changed = rulesHaveChanged;
    rulesHaveChanged = false;
    if (!wanted) {
      if (known != null) {
        known.unregisterAll();
      }
      registration = null;
      return;
    }
    known = known == null ? new MBeanRegistration(controls, log) : known;
    registration = known;
    known.update(changed);
  }
}
