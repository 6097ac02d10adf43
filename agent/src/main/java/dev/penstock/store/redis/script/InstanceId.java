package dev.penstock.store.redis.script;

/**
 * Identifies one JVM that shares counts with others.
 *
 * @param name unique among all instances
 * @param lapseMicros how long its slots and leases are kept without a heartbeat
 */
public record InstanceId(String name, long lapseMicros) {
  public InstanceId {
    if (name.isEmpty() || lapseMicros <= 0) {
      throw new IllegalArgumentException(
          "a member has a name and some time, was `" + name + "`, " + lapseMicros + " us");
    }
  }
}
