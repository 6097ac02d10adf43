package dev.penstock.store.redis.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.limit.Concurrency;
import dev.penstock.limit.FixedWindow;
import dev.penstock.limit.Limit;
import dev.penstock.limit.SlicedWindow;
import dev.penstock.limit.SlidingLog;
import dev.penstock.limit.SlidingWindow;
import dev.penstock.limit.TokenBucket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The clock of Redis steps back, as when a replica with a slower clock takes over. No unit is spent
 * twice, and no key is blocked for long.
 */
class ClockStepsBackTest {
  private static final long SECOND = 1_000_000;
  private static final long MINUTE = 60 * SECOND;
  private static final long HOUR = 60 * MINUTE;
  private static final long TODAY = 1_794_000_000 * SECOND - 1_794_000_000 * SECOND % HOUR;
  private static final InstanceId MEMBER = new InstanceId("one", 15 * SECOND);

  private static FixedTimeRedis redis;

  @BeforeAll
  static void start() {
    redis = new FixedTimeRedis();
  }

  @AfterAll
  static void stop() {
    redis.close();
  }

  @Test
  void afterAStepBackABucketIsAtMostEmpty() {
    assertThat(waitAfterStep(new TokenBucket(10, MINUTE, 10), HOUR)).isEqualTo(6 * SECOND);
    assertThat(waitAfterStep(new TokenBucket(10, MINUTE, 10), SECOND)).isEqualTo(6 * SECOND);
  }

  @Test
  void afterAStepBackALaterWindowCountsAsTheNextOne() {
    assertThat(waitAfterStep(new FixedWindow(10, MINUTE), HOUR)).isEqualTo(2 * MINUTE);
    assertThat(waitAfterStep(new FixedWindow(10, MINUTE), SECOND)).isEqualTo(MINUTE + SECOND);
    assertThat(waitAfterStep(new SlidingWindow(10, MINUTE), HOUR))
        .isEqualTo(2 * MINUTE + 6 * SECOND);
    assertThat(waitAfterStep(new SlicedWindow(10, MINUTE, 6, true), HOUR)).isEqualTo(80 * SECOND);
  }

  @Test
  void afterAStepBackLogEntriesStillCount() {
    assertThat(waitAfterStep(new SlidingLog(10, MINUTE), 5 * SECOND)).isEqualTo(65 * SECOND);
  }

  /** The wait for one more unit after all were spent and the clock stepped back. */
  private static long waitAfterStep(Limit limit, long stepMicros) {
    String name = limit + " " + stepMicros;
    assertThat(settle(limit, name, TODAY, 10).verdict())
        .isEqualTo(SettlementScriptCall.Verdict.GRANTED);
    SettlementScriptCall.Outcome after = settle(limit, name, TODAY - stepMicros, 1);
    assertThat(after.verdict()).as(name).isEqualTo(SettlementScriptCall.Verdict.REJECTED);
    long wait = after.keyStates().get(0).waitMicros();
    long fits = TODAY - stepMicros + wait;
    assertThat(settle(limit, name, fits - 1, 1).verdict())
        .isEqualTo(SettlementScriptCall.Verdict.REJECTED);
    return wait;
  }

  @Test
  void afterAStepBackTheLogStaysOrdered() {
    Limit limit = new SlidingLog(10, MINUTE);
    settle(limit, "order", TODAY, 4);
    SettlementScriptCall.Outcome second = settle(limit, "order", TODAY - 5 * SECOND, 4);

    assertThat(second.verdict()).isEqualTo(SettlementScriptCall.Verdict.GRANTED);
    assertThat(second.keyStates().get(0).chargedAtMicros()).isEqualTo(TODAY);
    assertThat(settle(limit, "order", TODAY + MINUTE - 1, 3).verdict())
        .isEqualTo(SettlementScriptCall.Verdict.REJECTED);
    assertThat(settle(limit, "order", TODAY + MINUTE, 10).verdict())
        .isEqualTo(SettlementScriptCall.Verdict.GRANTED);
  }

  @Test
  void afterAStepBackSlotsOfDeadInstancesExpire() {
    Limit limit = new Concurrency(10);
    settle(limit, "dead", TODAY, 9);
    long now = TODAY - HOUR;
    InstanceId survivor = new InstanceId("survivor", 15 * SECOND);
    for (int i = 0; i <= 4; i++) {
      HeartbeatCall heartbeat = new HeartbeatCall(survivor);
      heartbeat.holds(ScriptedLimit.of(limit), redis.key("dead"), 1);
      redis.run(heartbeat, now + i * 4L * SECOND);
    }
    SettlementScriptCall.Outcome outcome = settle(limit, "dead", now + 16 * SECOND, 9);
    assertThat(outcome.verdict()).isEqualTo(SettlementScriptCall.Verdict.GRANTED);
    assertThat(outcome.keyStates().get(0).remaining()).isZero();
  }

  private static SettlementScriptCall.Outcome settle(
      Limit limit, String name, long now, long cost) {
    SettlementScriptCall settlement = SettlementScriptCall.forCharge(MEMBER, now);
    settlement.claim(ScriptedLimit.of(limit), redis.key(name), cost);
    return settlement.read(redis.run(settlement, now));
  }
}
