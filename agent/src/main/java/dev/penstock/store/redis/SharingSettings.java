package dev.penstock.store.redis;

import dev.penstock.store.redis.script.InstanceId;
import java.util.UUID;

/**
 * How this JVM shares its budgets with other instances.
 *
 * @param prefix the first part of all key names
 * @param instances the number of JVMs that share them
 * @param isLeased true if units are borrowed in advance; false if each call asks Redis
 * @param timeoutMicros how long a decision may take
 * @param instance identifies this JVM
 */
public record SharingSettings(
    String prefix, long instances, boolean isLeased, long timeoutMicros, InstanceId instance) {
  /** How long Redis keeps slots and loans of a JVM without a heartbeat. */
  public static final long LAPSE_MICROS = 15_000_000;

  public SharingSettings(String prefix, long instances, boolean isLeased, long timeoutMicros) {
    this(
        prefix,
        instances,
        isLeased,
        timeoutMicros,
        new InstanceId(UUID.randomUUID().toString().substring(0, 13), LAPSE_MICROS));
  }

  /** The same settings with another prefix, for budgets that must stay separate. */
  public SharingSettings under(String newPrefix) {
    return new SharingSettings(newPrefix, instances, isLeased, timeoutMicros, instance);
  }
}
