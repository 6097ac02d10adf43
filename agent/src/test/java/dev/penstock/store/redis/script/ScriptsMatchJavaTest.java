package dev.penstock.store.redis.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.limit.Concurrency;
import dev.penstock.limit.FixedWindow;
import dev.penstock.limit.Limit;
import dev.penstock.limit.TokenBucket;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The scripts compute the same results in Redis as the limits in Java, for the same history. */
class ScriptsMatchJavaTest {
  private static final long TODAY = 1_794_000_000_000_000L;
  private static final long LAPSE = 15_000_000;
  private static final long HOUR_MILLIS = 3_600_000;
  private static final Limit WIDE = new FixedWindow(1_000_000_000, 1_000_000);
  private static final int RUNS = 150;
  private static final int STEPS = 40;

  private static FixedTimeRedis redis;

  @BeforeAll
  static void start() {
    redis = new FixedTimeRedis();
  }

  @AfterAll
  static void stop() {
    redis.close();
  }

  @ParameterizedTest
  @EnumSource
  void redisDecidesLikeTheLimitInJava(RandomLimits kind) {
    Random random = new Random(kind.name().hashCode());
    for (int run = 0; run < RUNS; run++) {
      new History(kind.next(random), random, kind + "-" + run).play(STEPS);
    }
  }

  @Test
  void sevenPerSecondAreSevenInEverySecond() {
    Limit limit = new TokenBucket(7, 1_000_000, 7);
    History history = new History(limit, new Random(1), "seven");
    for (int second = 0; second < 20; second++) {
      for (int call = 0; call < 8; call++) {
        history.settle(/* cost= */ 1);
      }
      assertThat(history.granted).isEqualTo(7 * (second + 1));
      history.now += 1_000_000;
    }
  }

  /** One key that is counted in both ways. */
  private static final class History {
    private final Limit limit;
    private final ScriptedLimit scripted;
    private final Random random;
    private final byte[] key;
    private final JavaLimitState expected;
    private final InstanceId instance = new InstanceId("one", LAPSE);
    private final List<ScriptedCharge> charges = new ArrayList<>();
    private final List<Long> states = new ArrayList<>();
    private final StringBuilder past = new StringBuilder();
    private long now = TODAY;
    private int granted;

    History(Limit limit, Random random, String name) {
      this.limit = limit;
      this.random = random;
      scripted = ScriptedLimit.of(limit);
      key = redis.key(name);
      expected = new JavaLimitState(limit);
      past.append(limit).append('\n');
    }

    void play(int steps) {
      for (int step = 0; step < steps; step++) {
        now += pause();
        if (charges.isEmpty() || random.nextInt(4) > 0) {
          settle(cost());
        } else {
          refund(random.nextInt(charges.size()), random.nextInt(12));
        }
        checkState();
      }
    }

    /** Often none, usually short, sometimes longer than any count lasts. */
    private long pause() {
      // The slots of a limit in one JVM do not expire, so the history must be shorter than a lapse.
      long most =
          limit instanceof Concurrency ? LAPSE / STEPS : Math.max(1, limit.periodMicros() * 5 / 2);
      return random.nextInt(3) == 0 ? 0 : RandomLimits.spread(random, most);
    }

    private long cost() {
      long capacity = limit.capacity();
      return switch (random.nextInt(4)) {
        case 0 -> 1;
        case 1 -> RandomLimits.spread(random, capacity);
        case 2 -> 1 + capacity / (1 + random.nextInt(8));
        default -> Math.max(1, capacity / 3);
      };
    }

    void settle(long cost) {
      SettlementScriptCall settlement = SettlementScriptCall.forCharge(instance, now);
      settlement.claim(scripted, key, cost);
      if (random.nextBoolean()) {
        // One claim has another script than several claims. Both must have the same results.
        settlement.claim(ScriptedLimit.of(WIDE), redis.key("second claim"), 1);
      }
      past.append("settle ").append(cost).append(" at ").append(now - TODAY).append('\n');
      SettlementScriptCall.Outcome outcome = settlement.read(redis.run(settlement, now));

      assertThat(text(outcome)).as("%s", past).isEqualTo(expected.settle(now, cost));
      if (outcome.verdict() == SettlementScriptCall.Verdict.GRANTED) {
        granted++;
        charges.add(settlement.charge(0, outcome));
        states.add(expected.stateAfter());
        assertThat(redis.ttlMillis(key))
            .as("time to live, %s", past)
            .isBetween(HOUR_MILLIS / 2, mostTtlMillis());
      }
    }

    /** Two periods, or the time to fill a bucket, and the slack that the test scripts add. */
    private long mostTtlMillis() {
      long counts = 2 * limit.periodMicros();
      if (limit instanceof TokenBucket bucket) {
        counts = bucket.reachTicks() / bucket.ticksPerMicro();
      }
      return Math.max(LAPSE, counts) / 1000 + HOUR_MILLIS + 86_400_000;
    }

    private void checkState() {
      SettlementScriptCall read = SettlementScriptCall.forRead(instance, now);
      read.claim(scripted, key, /* cost= */ 0);
      SettlementScriptCall.Outcome outcome = read.read(redis.run(read, now));
      assertThat(text(outcome)).as("state after %s", past).isEqualTo(expected.settle(now, 0));
    }

    private void refund(int index, int kind) {
      ScriptedCharge charge = charges.remove(index);
      long stateAfter = states.remove(index);
      RefundScriptCall refunds = new RefundScriptCall(instance);
      past.append("refund ")
          .append(charge.cost())
          .append(" of ")
          .append(charge.chargedAtMicros() - TODAY);
      past.append(" at ").append(now - TODAY).append(" kind ").append(kind).append('\n');
      if (kind == 0 && !(limit instanceof Concurrency)) {
        refunds.refund(charge, RefundPart.EVERYTHING);
        expected.reset();
      } else if (kind <= 4 && limit instanceof TokenBucket) {
        refunds.refund(charge, RefundPart.PLACE);
        expected.cancelTurn(stateAfter, charge.cost());
      } else {
        refunds.refund(charge, RefundPart.CHARGE);
        expected.refund(charge.chargedAtMicros(), now, charge.cost());
      }
      redis.run(refunds, now);
    }

    private static String text(SettlementScriptCall.Outcome outcome) {
      ScriptedKeyState keyState = outcome.keyStates().get(0);
      return JavaLimitState.text(
          outcome.verdict() == SettlementScriptCall.Verdict.GRANTED,
          keyState.remaining(),
          keyState.resetMicros(),
          keyState.waitMicros(),
          keyState.delayMicros());
    }
  }
}
