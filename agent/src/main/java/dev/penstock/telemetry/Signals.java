package dev.penstock.telemetry;

import dev.penstock.http.Direction;
import org.jspecify.annotations.Nullable;

/**
 * Hears of single events while they happen; those that happen for every call are not among them.
 */
public interface Signals {
  /** True while somebody listens who wants to know which rules are in force. */
  boolean isHeard();

  /** A call was turned away. */
  void refused(DecisionRecord judgement);

  /** A call begins to wait for its turn; null if nobody wants to know of that. */
  @Nullable Waiting waits();

  /** The rules were read, and put in force or not; in the words of the log. */
  void reloaded(boolean inForce, String words);

  /** The store that is shared with others has begun to answer, or no longer does. */
  void store(boolean answering, String words);

  /** An operator has used a switch; {@code by} says where, such as {@code JMX}. */
  void switched(String what, String by);

  /** One wait of one call. */
  interface Waiting {
    /**
     * It is over.
     *
     * @param rules those that the call has waited for
     * @param host that is called; null for a call that came in
     * @param micros how long it had to wait, be it on a thread or not
     */
    void over(Direction direction, String rules, @Nullable String host, long micros);
  }
}
