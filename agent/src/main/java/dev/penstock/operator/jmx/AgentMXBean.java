package dev.penstock.operator.jmx;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The JMX interface of the agent. */
public interface AgentMXBean {
  /** The version of the agent. */
  String getVersion();

  /** The path of the rules file; null if none was found. */
  @Nullable String getRulesFile();

  /** The state of the agent as text. */
  String getStatus();

  /** The mode of all rules: the kill switch. */
  String getMode();

  /** Switches the mode: enforce, shadow, off, or file to use the mode of the rules file again. */
  void setMode(String mode);

  /** The mode in the rules file. */
  String getModeInFile();

  /** The source of the mode switch; null if the mode of the rules file applies. */
  @Nullable String getSwitchedBy();

  /** The names of the active rules. */
  List<String> getRules();

  /** Inbound requests by outcome. */
  OutcomeCounts getInbound();

  /** Outbound calls by outcome. */
  OutcomeCounts getOutbound();

  /** The number of keys with counts in this JVM. */
  long getLiveKeys();

  /** False while Redis is unavailable. */
  boolean isStoreAnswering();

  /** The number of successful reloads. */
  long getReloads();

  /** The number of failed reloads. */
  long getFailedReloads();

  /** The current problems of the rules file. */
  List<String> getProblems();

  /** The number of mode switches by operators. */
  long getSwitches();

  /** Internal errors of the agent. The affected calls continued. */
  long getSuppressedErrors();

  /** Switches the mode of one rule, with the values of {@link #setMode}. */
  void switchRule(String rule, String mode);

  /** The remaining budget of a client in each quota of a rule. */
  List<String> peek(String rule, String key);

  /** Restores the full budget of a client and returns it. */
  List<String> reset(String rule, String key);
}
