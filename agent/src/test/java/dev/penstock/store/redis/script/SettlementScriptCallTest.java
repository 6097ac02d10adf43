package dev.penstock.store.redis.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.limit.CalendarWindow;
import dev.penstock.limit.Concurrency;
import dev.penstock.limit.FixedWindow;
import dev.penstock.limit.Limit;
import dev.penstock.limit.SlicedWindow;
import dev.penstock.limit.SlidingLog;
import dev.penstock.limit.SlidingWindow;
import dev.penstock.limit.SpentUnits;
import dev.penstock.limit.TokenBucket;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Protocol;

/** Several claims in one script, charged all or none. */
class SettlementScriptCallTest {
  private static final long SECOND = 1_000_000;
  private static final long MINUTE = 60 * SECOND;
  private static final long TODAY = 1_794_000_000 * SECOND;
  private static final InstanceId MEMBER = new InstanceId("one", 15 * SECOND);

  private static final List<Limit> EVERY_KIND =
      List.of(
          new TokenBucket(7, SECOND, 5),
          new FixedWindow(5, MINUTE),
          new CalendarWindow(5, CalendarWindow.Unit.DAY, ZoneOffset.UTC),
          new SlidingWindow(5, MINUTE),
          new SlicedWindow(5, MINUTE, 6, /* strict= */ false),
          new SlidingLog(5, MINUTE),
          new Concurrency(5));

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
  void aRejectionChangesNoByteOfAnyKey() {
    for (Limit full : EVERY_KIND) {
      String name = "whole " + full + " ";
      settle(name, full, TODAY, 3);
      List<byte[]> before = dumps(name);

      SettlementScriptCall.Outcome outcome = settle(name, full, TODAY + 1, 3);

      assertThat(outcome.verdict()).isEqualTo(SettlementScriptCall.Verdict.REJECTED);
      assertThat(dumps(name)).usingRecursiveComparison().isEqualTo(before);
    }
  }

  /** Claims one unit of every kind, and more of one of them. */
  private static SettlementScriptCall.Outcome settle(String name, Limit much, long now, long cost) {
    SettlementScriptCall settlement = SettlementScriptCall.forCharge(MEMBER, now);
    for (Limit limit : EVERY_KIND) {
      settlement.claim(
          ScriptedLimit.of(limit),
          redis.key(name + EVERY_KIND.indexOf(limit)),
          limit == much ? cost : 1);
    }
    return settlement.read(redis.run(settlement, now));
  }

  private static List<byte[]> dumps(String name) {
    return EVERY_KIND.stream()
        .map(l -> redis.dump(redis.key(name + EVERY_KIND.indexOf(l))))
        .toList();
  }

  @Test
  void aGrantIsChargedToEveryKey() {
    SettlementScriptCall.Outcome outcome = settle("all ", EVERY_KIND.get(0), TODAY, 2);

    assertThat(outcome.verdict()).isEqualTo(SettlementScriptCall.Verdict.GRANTED);
    assertThat(outcome.keyStates())
        .extracting(ScriptedKeyState::remaining)
        .containsExactly(3L, 4L, 4L, 4L, 4L, 4L, 4L);
    assertThat(dumps("all ")).allMatch(dump -> dump.length > 0);
  }

  @Test
  void theSecondClaimToAKeySeesTheChargeOfTheFirst() {
    for (Limit limit : EVERY_KIND) {
      assertThat(twice(limit, "fits", 2, 3))
          .as("%s", limit)
          .isEqualTo(List.of(SettlementScriptCall.Verdict.GRANTED, 0L));
      assertThat(twice(limit, "does not", 3, 3))
          .as("%s", limit)
          .isEqualTo(List.of(SettlementScriptCall.Verdict.REJECTED, 5L));
    }
  }

  private static List<Object> twice(Limit limit, String name, long first, long second) {
    byte[] key = redis.key(name + limit);
    SettlementScriptCall settlement = SettlementScriptCall.forCharge(MEMBER, TODAY);
    settlement.claim(ScriptedLimit.of(limit), key, first);
    settlement.claim(ScriptedLimit.of(limit), key, second);
    SettlementScriptCall.Outcome outcome = settlement.read(redis.run(settlement, TODAY));
    return List.of(outcome.verdict(), left(limit, key));
  }

  @Test
  void aCallWithAWrongClockGetsTheServersTime() {
    ScriptedLimit scripted = ScriptedLimit.of(EVERY_KIND.get(2));
    byte[] key = redis.key("wrong clock");
    for (long daysOff : List.of(-3L, -1L, 0L, 1L, 3L)) {
      SettlementScriptCall settlement =
          SettlementScriptCall.forCharge(MEMBER, TODAY + daysOff * 86_400 * SECOND);
      settlement.claim(scripted, key, 1);
      SettlementScriptCall.Outcome outcome = settlement.read(redis.run(settlement, TODAY));

      boolean isWrongWindow = Math.abs(daysOff) > 1;
      assertThat(outcome.verdict() == SettlementScriptCall.Verdict.WRONG_WINDOW)
          .isEqualTo(isWrongWindow);
      assertThat(outcome.nowMicros()).isEqualTo(TODAY);
    }
    SettlementScriptCall read = SettlementScriptCall.forRead(MEMBER, TODAY);
    read.claim(scripted, key, 0);
    assertThat(read.read(redis.run(read, TODAY)).keyStates().get(0).remaining()).isEqualTo(2);
  }

  @Test
  void carryOverRaisesAKeyToTheSpendingOfAnEarlierKey() {
    for (Limit limit : EVERY_KIND) {
      boolean isRate = limit.periodMicros() > 0;
      byte[] key = redis.key("carried " + limit);
      for (int i = 0; i < 2; i++) {
        carry(limit, key, 2);
        assertThat(left(limit, key)).as("%s", limit).isEqualTo(isRate ? 3 : 5);
      }
      SettlementScriptCall one = SettlementScriptCall.forCharge(MEMBER, TODAY);
      one.claim(ScriptedLimit.of(limit), key, 1);
      redis.run(one, TODAY);
      carry(limit, key, 2);
      assertThat(left(limit, key)).as("%s", limit).isEqualTo(isRate ? 2 : 4);
      carry(limit, key, 4);
      assertThat(left(limit, key)).as("%s", limit).isEqualTo(isRate ? 1 : 4);
    }
  }

  private static void carry(Limit limit, byte[] key, long units) {
    SettlementScriptCall carry = SettlementScriptCall.forCarryOver(MEMBER, TODAY);
    carry.carry(ScriptedLimit.of(limit), key, SpentUnits.of(units));
    assertThat(carry.read(redis.run(carry, TODAY)).verdict())
        .isEqualTo(SettlementScriptCall.Verdict.GRANTED);
  }

  private static long left(Limit limit, byte[] key) {
    SettlementScriptCall read = SettlementScriptCall.forRead(MEMBER, TODAY);
    read.claim(ScriptedLimit.of(limit), key, 0);
    return read.read(redis.run(read, TODAY)).keyStates().get(0).remaining();
  }

  @Test
  void everyKeyExpiresSoonAfterItStopsCounting() {
    long around = serverMicros();
    SettlementScriptCall settlement = SettlementScriptCall.forCharge(MEMBER, around);
    for (Limit limit : EVERY_KIND) {
      settlement.claim(ScriptedLimit.of(limit), redis.key("real " + limit), 1);
    }
    SettlementScriptCall.Outcome outcome = settlement.read(redis.runNow(settlement));

    assertThat(outcome.verdict()).isEqualTo(SettlementScriptCall.Verdict.GRANTED);
    assertThat(outcome.nowMicros() - around).isBetween(0L, 10 * MINUTE);
    long[] mostMillis = {1_143, 61_000, 86_401_000, 121_000, 71_000, 61_000, 16_000};
    for (Limit limit : EVERY_KIND) {
      assertThat(redis.ttlMillis(redis.key("real " + limit)))
          .as("%s", limit)
          .isNotIn(-1L, 0L)
          .isLessThanOrEqualTo(mostMillis[EVERY_KIND.indexOf(limit)]);
    }
  }

  private static long serverMicros() {
    List<?> time = (List<?>) redis.command(Protocol.Command.TIME);
    return Long.parseLong(ScriptArguments.text(time.get(0))) * SECOND
        + Long.parseLong(ScriptArguments.text(time.get(1)));
  }

  @Test
  void aScriptContainsOnlyThePartsThatItNeeds() {
    SettlementScriptCall one = SettlementScriptCall.forCharge(MEMBER, TODAY);
    one.claim(ScriptedLimit.of(new TokenBucket(1, SECOND, 1)), redis.key("lean"), 1);
    SettlementScriptCall other = SettlementScriptCall.forCharge(MEMBER, TODAY);
    other.claim(ScriptedLimit.of(new TokenBucket(9, SECOND, 3)), redis.key("lean"), 1);

    assertThat(one.script()).isSameAs(other.script());
    assertThat(one.script().toString())
        .contains("'TIME'")
        .doesNotContain("kinds", "sliding", "refund", "lease", "--");

    other.claim(ScriptedLimit.of(new FixedWindow(9, SECOND)), redis.key("second"), 1);
    assertThat(other.script().toString())
        .contains("kinds.bucket.decide", "kinds.fixed", "'TIME'")
        .doesNotContain("sliding", "refund", "lease", "--");
  }
}
