package dev.penstock.cli.explain;

import dev.penstock.rules.Quota;
import dev.penstock.rules.RedisSettings;
import dev.penstock.rules.RedisSettings.Accuracy;
import dev.penstock.rules.StoreSettings;
import dev.penstock.store.redis.lease.Leases;
import java.io.PrintStream;

/** Where a quota is counted, in words; nothing if it is in this JVM alone. */
final class StoreDescription {
  private StoreDescription() {}

  static void print(StoreSettings store, Quota quota, String margin, PrintStream out) {
    RedisSettings redis = store.redis();
    if (redis != null) {
      out.println(
          margin
              + "store  counted in Redis at "
              + redis.address()
              + ", "
              + accuracy(redis, quota)
              + "; while it is away: "
              + outage(quota, redis.instances()));
    }
  }

  /** Some limits cannot be lent, whatever the file says. */
  private static String accuracy(RedisSettings redis, Quota quota) {
    boolean lent = quota.limits().values().stream().anyMatch(Leases::canLend);
    return redis.accuracy() == Accuracy.LEASED && !lent
        ? Accuracy.EXACT.word() + " as it cannot be lent"
        : redis.accuracy().word();
  }

  private static String outage(Quota quota, int instances) {
    return switch (quota.onOutage()) {
      case LOCAL -> "in this JVM, " + share(instances);
      case OPEN -> "calls go through";
      case CLOSED -> "calls are turned away";
    };
  }

  private static String share(int instances) {
    return switch (instances) {
      case 1 -> "the whole limit";
      case 2 -> "half of the limit";
      case 3 -> "a third of the limit";
      case 4 -> "a quarter of the limit";
      default -> "1/" + instances + " of the limit";
    };
  }
}
