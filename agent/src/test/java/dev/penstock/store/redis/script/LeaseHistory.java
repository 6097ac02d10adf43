package dev.penstock.store.redis.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.limit.Limit;
import dev.penstock.limit.TokenBucket;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** A random history of instances that lease units of one key, and spend, return or lose them. */
final class LeaseHistory {
  private static final long LAPSE = 15_000_000;

  private final FixedTimeRedis redis;
  private final ScriptedLimit scripted;
  private final Random random;
  private final byte[] key;
  private final byte[] outKey;
  private final List<Long> spentAt = new ArrayList<>();

  LeaseHistory(FixedTimeRedis redis, Limit limit, Random random, String name) {
    this.redis = redis;
    this.random = random;
    scripted = ScriptedLimit.of(limit);
    key = redis.key(name);
    outKey = redis.key(name + ":out");
  }

  LeaseHistory(FixedTimeRedis redis, Limit limit, String name) {
    this(redis, limit, new Random(0), name);
  }

  /** Requests a lease for an instance that has nothing to report. */
  ScriptedLease request(long now, long least, long most) {
    InstanceId instance = new InstanceId("member" + least, LAPSE);
    return call(LeaseScriptCall.Request.first(instance, now, least, most), now);
  }

  /** Reports the units of an earlier lease. */
  ScriptedLease report(long now, ScriptedLease last, long spent, long unused) {
    InstanceId instance = new InstanceId("member1", LAPSE);
    return call(new LeaseScriptCall.Request(instance, now, 0, 0, last, spent, unused), now);
  }

  private ScriptedLease call(LeaseScriptCall.Request request, long now) {
    LeaseScriptCall call = new LeaseScriptCall(scripted, key, outKey, request);
    ScriptedLease lease = call.read(redis.run(call, now));
    assertThat(redis.ttlMillis(key)).as("time to live").isNotEqualTo(-1);
    assertThat(redis.ttlMillis(outKey)).as("time to live").isNotEqualTo(-1);
    return lease;
  }

  /** Plays the history. Returns the times at which units were spent, in order. */
  List<Long> play(long from, int steps, long lapse) {
    List<Holder> holders = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      holders.add(new Holder(new InstanceId("holder" + i, lapse)));
    }
    long now = from;
    for (int step = 0; step < steps; step++) {
      now +=
          switch (random.nextInt(6)) {
            case 0 -> 0;
            case 1 -> lapse;
            default -> RandomLimits.spread(random, lapse);
          };
      holders.get(random.nextInt(holders.size())).act(now);
    }
    spentAt.sort(Comparator.naturalOrder());
    return spentAt;
  }

  /** An instance that holds units until they expire. */
  private final class Holder {
    private final InstanceId instance;
    private @Nullable ScriptedLease last;
    private long held;
    private long unreported;
    private long validUntil;

    Holder(InstanceId instance) {
      this.instance = instance;
    }

    void act(long now) {
      // Half of the calls use the last possible instant, which is the hardest case.
      long late = Math.min(now, validUntil) - 1;
      if (held > 0 && random.nextBoolean() && late >= validUntil - instance.lapseMicros()) {
        spend(Math.max(late, last == null ? late : last.nowMicros()));
      }
      if (now >= validUntil) {
        held = 0;
        unreported = 0;
      }
      switch (random.nextInt(4)) {
        case 0 -> spend(now);
        case 1 -> abandon();
        default -> lease(now);
      }
    }

    private void spend(long at) {
      if (held > 0) {
        long units = random.nextBoolean() ? held : 1 + random.nextLong(held);
        held -= units;
        unreported += units;
        for (long i = 0; i < units; i++) {
          spentAt.add(at);
        }
      }
    }

    /** Simulates a restart under the same name, from time to time. */
    private void abandon() {
      if (random.nextInt(4) == 0) {
        held = 0;
        unreported = 0;
      }
    }

    private void lease(long now) {
      boolean isBucket = scripted.limit() instanceof TokenBucket;
      // Only a bucket extends the validity of kept units, so other limits return all units.
      long unused = isBucket ? random.nextLong(held + 1) : held;
      long least = 1L + random.nextInt(3);
      long most = least + random.nextInt(20);
      var request =
          new LeaseScriptCall.Request(instance, now, least, most, last, unreported, unused);
      ScriptedLease lease = call(request, now);
      held = lease.units() + (isBucket ? Math.min(lease.kept(), held - unused) : 0);
      unreported = 0;
      last = lease;
      validUntil = now + lease.validMicros();
    }
  }
}
