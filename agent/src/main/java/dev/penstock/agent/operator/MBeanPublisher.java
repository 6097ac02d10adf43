package dev.penstock.agent.operator;

import dev.penstock.log.AgentLog;
import dev.penstock.operator.OperatorControls;
import dev.penstock.operator.jmx.MBeanRegistration;
import org.jspecify.annotations.Nullable;

/** Registers the MBeans of the agent while {@code jmx} is on in the rules in force. */
public final class MBeanPublisher {
  /* The housekeeping thread loads the JMX classes, and only if the rules switch MBeans on. */
  private final OperatorControls controls;
  private final AgentLog log;
  private volatile boolean wanted;
  private volatile boolean rulesHaveChanged;
  private @Nullable MBeanRegistration registration;

  MBeanPublisher(OperatorControls controls, AgentLog log) {
    this.controls = controls;
    this.log = log;
  }

  /** Switches MBeans on or off, as newly loaded rules say. */
  void publish(boolean newWanted) {
    wanted = newWanted;
    rulesHaveChanged = true;
  }

  /** Updates the registered MBeans. Called by the housekeeping thread only. */
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
