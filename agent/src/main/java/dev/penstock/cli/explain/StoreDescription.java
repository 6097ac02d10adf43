package dev.penstock.cli.explain;

import dev.penstock.rules.Quota;
import dev.penstock.rules.RedisSettings;
import dev.penstock.rules.RedisSettings.Accuracy;
import dev.penstock.rules.StoreSettings;
import dev.penstock.store.redis.lease.Leases;
import java.io.PrintStream;

/** Describes where a quota is counted, unless it is counted in this JVM. */
final class StoreDescription {
  private StoreDescription() {}

  static void print(StoreSettings store, Quota quota, String margin, PrintStream out) {
    RedisSettings redis = store.redis();
    if (redis != null) {
      out.println(
          margin
              + "store  Redis at "
              + redis.address()
              + ", "
              + accuracy(redis, quota)
              + "; if Redis is unavailable: "
              + outage(quota, redis.instances()));
    }
  }

  /** The accuracy that applies: some limits cannot be leased. */
  private static String accuracy(RedisSettings redis, Quota quota) {
    boolean canBeLeased = quota.limits().values().stream().anyMatch(Leases::canLend);
    return redis.accuracy() == Accuracy.LEASED && !canBeLeased
        ? Accuracy.EXACT.word() + " because it cannot be leased"
        : redis.accuracy().word();
  }

  private static String outage(Quota quota, int instances) {
    return switch (quota.onOutage()) {
      case LOCAL -> "in this JVM, " + share(instances);
      case OPEN -> "calls are admitted";
      case CLOSED -> "calls are rejected";
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
