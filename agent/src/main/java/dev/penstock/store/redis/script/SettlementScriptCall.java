package dev.penstock.store.redis.script;

import dev.penstock.limit.SpentUnits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Decides some claims with one script, and charges them together. */
public final class SettlementScriptCall extends ScriptInvocation {
  /*
   * Two claims may have the same key, if only by accident. Then the cost of both has to fit for the
   * second claim, which is the same as to decide it after the first was charged.
   */
  private final InstanceId member;
  private final long aroundMicros;
  private final List<ScriptedLimit> twins = new ArrayList<>();
  private final List<ScriptedClaim> asked = new ArrayList<>();

  private SettlementScriptCall(ScriptOperation operation, InstanceId member, long aroundMicros) {
    super(operation);
    this.member = member;
    this.aroundMicros = aroundMicros;
  }

  /**
   * Charges all claims if each of them fits, or none.
   *
   * @param aroundMicros the approximate time of the server
   */
  public static SettlementScriptCall charging(InstanceId member, long aroundMicros) {
    return new SettlementScriptCall(ScriptOperation.SETTLE, member, aroundMicros);
  }

  /** Reads what is recorded, and charges nothing. */
  public static SettlementScriptCall looking(InstanceId member, long aroundMicros) {
    return new SettlementScriptCall(ScriptOperation.LOOK, member, aroundMicros);
  }

  /**
   * Raises what keys have spent to what earlier keys have spent, see {@link
   * dev.penstock.limit.CarryOver}. {@link #carry} adds the keys.
   */
  public static SettlementScriptCall carryingOver(InstanceId member, long aroundMicros) {
    return new SettlementScriptCall(ScriptOperation.CARRY, member, aroundMicros);
  }

  /**
   * Adds a key that has to have spent at least this much.
   *
   * @param key the name of the key. Must not be modified
   */
  public void carry(ScriptedLimit scripted, byte[] key, SpentUnits spent) {
    scripted.carry(about(scripted, key), spent, aroundMicros);
  }

  /**
   * Adds a claim.
   *
   * @param key the name of the key, which contains {@link ScriptedLimit#tag}. Must not be modified
   */
  public void claim(ScriptedLimit scripted, byte[] key, long cost) {
    ScriptedClaim claim = new ScriptedClaim(cost, cost + claimed(key), aroundMicros, member);
    scripted.claim(about(scripted, key), claim);
    twins.add(scripted);
    asked.add(claim);
  }

  private long claimed(byte[] key) {
    long units = 0;
    for (int i = 0; i < asked.size(); i++) {
      units += Arrays.equals(keys().get(i), key) ? asked.get(i).cost() : 0;
    }
    return units;
  }

  @Override
  public boolean fits(List<?> reply) {
    if (reply.isEmpty() || !ScriptReplyParts.isCount(reply.get(0))) {
      return false;
    }
    if (ScriptReplyParts.isAstray(reply)) {
      return mayGoAstray();
    }
    if (reply.size() != 2 + twins.size()
        || !ScriptReplyParts.isCount(reply.get(1), /* most= */ 1)) {
      return false;
    }
    for (int i = 0; i < twins.size(); i++) {
      if (!twins.get(i).isRecord(reply.get(2 + i))) {
        return false;
      }
    }
    return true;
  }

  @Override
  public String expected() {
    return "an array of " + (2 + twins.size()) + ": time, verdict, " + twins.size() + " x record";
  }

  /** Converts the reply of the script. */
  public Outcome read(List<Object> reply) {
    long now = now(reply);
    long verdict = (Long) reply.get(1);
    if (verdict < 0) {
      return new Outcome(Verdict.ASTRAY, now, List.of());
    }
    boolean granted = verdict == 1;
    List<ScriptedKeyState> standings = new ArrayList<>(twins.size());
    for (int i = 0; i < twins.size(); i++) {
      String onRecord = ScriptArguments.text(reply.get(2 + i));
      ScriptedKeyState standing = twins.get(i).standing(onRecord, now, asked.get(i).total());
      standings.add(granted ? standing.granted() : standing);
    }
    return new Outcome(granted ? Verdict.GRANTED : Verdict.REFUSED, now, standings);
  }

  /** How many units count as spent for one of the claims, even if its limit permits less. */
  public SpentUnits spent(int claim, Outcome outcome) {
    String onRecord = outcome.standings().get(claim).record();
    return twins.get(claim).spent(onRecord, outcome.nowMicros());
  }

  /** The charge of one of the granted claims. */
  public ScriptedCharge charge(int claim, Outcome outcome) {
    ScriptedKeyState standing = outcome.standings().get(claim);
    return new ScriptedCharge(
        twins.get(claim), keys().get(claim), asked.get(claim).cost(), standing);
  }

  /** The result of a settlement. */
  public enum Verdict {
    /** Every claim fits; all were charged, if the call charges. */
    GRANTED,
    /** Some claim does not fit; nothing was charged. */
    REFUSED,
    /**
     * Nothing was charged, because the clock of this JVM is off by days; to be repeated with the
     * server's time.
     */
    ASTRAY
  }

  /**
   * The result for all claims.
   *
   * @param nowMicros the server's time
   * @param standings one for each claim, in order; none if the call has to be repeated
   */
  public record Outcome(Verdict verdict, long nowMicros, List<ScriptedKeyState> standings) {}
}
