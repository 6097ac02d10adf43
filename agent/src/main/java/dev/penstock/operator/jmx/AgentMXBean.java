package dev.penstock.operator.jmx;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is shown of the agent as a whole, and what can be done to it; all of it in types of JMX. */
public interface AgentMXBean {
  /** As the agent's jar names it. */
  String getVersion();

  /** The rules file; null as long as none was found. */
  @Nullable String getRulesFile();

  /** What the agent is doing, in words. */
  String getStatus();

  /** What becomes of calls that a limit refuses: the kill switch. */
  String getMode();

  /** Switches over: enforce, shadow, off, or file to go by the rules file again. */
  void setMode(String mode);

  /** The mode that the rules file asks for. */
  String getModeInFile();

  /** Who has switched the mode over; null if the rules file decides. */
  @Nullable String getSwitchedBy();

  /** The rules in force. */
  List<String> getRules();

  /** Calls that came in. */
  OutcomeCounts getInbound();

  /** Calls that went out. */
  OutcomeCounts getOutbound();

  /** How many keys are remembered in this JVM. */
  long getLiveKeys();

  /** False while the Redis that counts are shared by does not answer. */
  boolean isStoreAnswering();

  /** How often rules were put in force. */
  long getReloads();

  /** How often they were not. */
  long getFailedReloads();

  /** The problems of the rules file as it is now. */
  List<String> getProblems();

  /** How often a switch was used. */
  long getSwitches();

  /** Errors of the agent's own after which a call went on. */
  long getSuppressedErrors();

  /** Switches one rule over, with the words of {@link #setMode}. */
  void switchRule(String rule, String mode);

  /** What a client has left of each quota of a rule. */
  List<String> peek(String rule, String key);

  /** The same, after it was forgiven what it has spent. */
  List<String> reset(String rule, String key);
}
