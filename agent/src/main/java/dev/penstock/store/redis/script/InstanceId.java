package dev.penstock.store.redis.script;

/**
 * One of those who share the counts.
 *
 * @param name which no other has
 * @param lapseMicros how long slots and leases are kept for it without a sign of life
 */
public record InstanceId(String name, long lapseMicros) {
  public InstanceId {
    if (name.isEmpty() || lapseMicros <= 0) {
      throw new IllegalArgumentException(
          "a member has a name and some time, was `" + name + "`, " + lapseMicros + " us");
    }
  }
}
