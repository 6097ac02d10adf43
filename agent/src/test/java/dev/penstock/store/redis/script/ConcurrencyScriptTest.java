package dev.penstock.store.redis.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.limit.Concurrency;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Concurrency slots belong to instances, and expire without a heartbeat. */
class ConcurrencyScriptTest {
  private static final long SECOND = 1_000_000;
  private static final long TODAY = 1_794_000_000 * SECOND;
  private static final InstanceId ONE = new InstanceId("one", 15 * SECOND);
  private static final InstanceId OTHER = new InstanceId("ötherwise named", 15 * SECOND);
  private static final ScriptedLimit FIVE = ScriptedLimit.of(new Concurrency(5));

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
  void instancesShareTheSlots() {
    byte[] key = redis.key("shared");
    assertThat(remaining(ONE, key, 3, TODAY)).isEqualTo(2);
    assertThat(remaining(OTHER, key, 2, TODAY)).isZero();
    assertThat(settle(OTHER, key, 1, TODAY).verdict())
        .isEqualTo(SettlementScriptCall.Verdict.REJECTED);
  }

  @Test
  void anInstanceNeverReleasesMoreSlotsThanItHolds() {
    byte[] key = redis.key("own");
    SettlementScriptCall settlement = SettlementScriptCall.forCharge(ONE, TODAY);
    settlement.claim(FIVE, key, 2);
    ScriptedCharge charge = settlement.charge(0, settlement.read(redis.run(settlement, TODAY)));
    remaining(OTHER, key, 2, TODAY);
    RefundScriptCall refunds = new RefundScriptCall(ONE);
    refunds.refund(charge, RefundPart.EVERYTHING);
    refunds.refund(charge, RefundPart.CHARGE);
    redis.run(refunds, TODAY);

    assertThat(remaining(OTHER, key, 1, TODAY)).isEqualTo(2);
  }

  @Test
  void theSlotsOfADeadInstanceBecomeFree() {
    byte[] key = redis.key("dead");
    remaining(ONE, key, 5, TODAY);
    assertThat(settle(OTHER, key, 1, TODAY + 15 * SECOND - 1).verdict())
        .isEqualTo(SettlementScriptCall.Verdict.REJECTED);
    assertThat(remaining(OTHER, key, 1, TODAY + 15 * SECOND)).isEqualTo(4);
  }

  @Test
  void aHeartbeatKeepsAndCorrectsSlots() {
    byte[] key = redis.key("heartbeat");
    remaining(ONE, key, 5, TODAY);
    HeartbeatCall heartbeat = new HeartbeatCall(ONE);
    heartbeat.holds(FIVE, key, 3);
    redis.run(heartbeat, TODAY + 10 * SECOND);

    assertThat(remaining(OTHER, key, 1, TODAY + 20 * SECOND)).isEqualTo(1);
    assertThat(redis.ttlMillis(key)).isPositive();
  }

  @Test
  void aHeartbeatWithoutSlotsCreatesNoKey() {
    byte[] key = redis.key("nothing");
    remaining(ONE, key, 5, TODAY);
    HeartbeatCall heartbeat = new HeartbeatCall(ONE);
    heartbeat.holds(FIVE, key, 0);
    redis.run(heartbeat, TODAY);

    assertThat(redis.dump(key)).isEmpty();
  }

  private static long remaining(InstanceId instance, byte[] key, long cost, long now) {
    return settle(instance, key, cost, now).keyStates().get(0).remaining();
  }

  private static SettlementScriptCall.Outcome settle(
      InstanceId instance, byte[] key, long cost, long now) {
    SettlementScriptCall settlement = SettlementScriptCall.forCharge(instance, now);
    settlement.claim(FIVE, key, cost);
    return settlement.read(redis.run(settlement, now));
  }
}
