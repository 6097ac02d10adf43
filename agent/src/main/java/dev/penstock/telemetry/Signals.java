package dev.penstock.telemetry;

import dev.penstock.http.Direction;
import org.jspecify.annotations.Nullable;

/**
 * Receives single events as they happen. Events of every call, such as admissions, are not among
 * them.
 */
public interface Signals {
  /** True while loads of the rules are recorded. */
  boolean recordsReloads();

  /** A call was rejected. */
  void rejected(DecisionRecord decision);

  /** A call starts to wait for its turn. Returns null if waits are not recorded. */
  @Nullable OpenWait beginWait();

  /** The rules were loaded, and put in force or not; {@code words} is the log message. */
  void reloaded(boolean inForce, String words);

  /** The shared store has become available or unavailable. */
  void storeState(boolean answering, String words);

  /** An operator has used a switch; {@code by} says how, such as {@code JMX}. */
  void switched(String what, String by);

  /** A wait of one call that has not ended yet. */
  interface OpenWait {
    /**
     * Ends the wait.
     *
     * @param rules the rules that the call has waited for
     * @param host the called host; null for an inbound request
     * @param micros how long the call has waited, with or without blocking a thread
     */
    void end(Direction direction, String rules, @Nullable String host, long micros);
  }
}
