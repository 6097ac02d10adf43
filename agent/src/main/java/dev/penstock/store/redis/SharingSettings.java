package dev.penstock.store.redis;

import dev.penstock.store.redis.script.InstanceId;
import java.util.UUID;

/**
 * How this JVM shares its budgets with others.
 *
 * @param prefix what the names of all keys start with
 * @param instances how many JVMs share them
 * @param isLeased true if units are borrowed in advance; false if Redis is asked for each call
 * @param timeoutMicros how long a decision may take
 * @param member this JVM, as the others see it
 */
public record SharingSettings(
    String prefix, long instances, boolean isLeased, long timeoutMicros, InstanceId member) {
  /** How long slots and loans are kept for a JVM that gives no sign of life. */
  public static final long LAPSE_MICROS = 15_000_000;

  public SharingSettings(String prefix, long instances, boolean isLeased, long timeoutMicros) {
    this(
        prefix,
        instances,
        isLeased,
        timeoutMicros,
        new InstanceId(UUID.randomUUID().toString().substring(0, 13), LAPSE_MICROS));
  }

  /** The same for budgets that must not be mixed up with these. */
  public SharingSettings under(String newPrefix) {
    return new SharingSettings(newPrefix, instances, isLeased, timeoutMicros, member);
  }
}
