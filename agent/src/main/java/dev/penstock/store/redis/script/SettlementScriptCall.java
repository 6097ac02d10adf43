package dev.penstock.store.redis.script;

import dev.penstock.limit.SpentUnits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Decides some claims with one script, and charges them together. */
public final class SettlementScriptCall extends LimitScriptCall {
  /*
   * Two claims may have the same key, if only by accident. Then the cost of both has to fit for the
   * second claim, which is the same as to decide it after the first was charged.
   */
  private final InstanceId instance;
  private final long approxMicros;
  private final List<ScriptedLimit> limits = new ArrayList<>();
  private final List<ScriptedClaim> claims = new ArrayList<>();

  private SettlementScriptCall(ScriptOperation operation, InstanceId instance, long approxMicros) {
    super(operation);
    this.instance = instance;
    this.approxMicros = approxMicros;
  }

  /**
   * Charges all claims if each of them fits, or none.
   *
   * @param approxMicros the approximate time of the server
   */
  public static SettlementScriptCall forCharge(InstanceId instance, long approxMicros) {
    return new SettlementScriptCall(ScriptOperation.SETTLE, instance, approxMicros);
  }

  /** Reads what is recorded, and charges nothing. */
  public static SettlementScriptCall forRead(InstanceId instance, long approxMicros) {
    return new SettlementScriptCall(ScriptOperation.READ, instance, approxMicros);
  }

  /**
   * Raises what keys have spent to what earlier keys have spent, see {@link
   * dev.penstock.limit.CarryOver}. {@link #carry} adds the keys.
   */
  public static SettlementScriptCall forCarryOver(InstanceId instance, long approxMicros) {
    return new SettlementScriptCall(ScriptOperation.CARRY, instance, approxMicros);
  }

  /**
   * Adds a key that has to have spent at least this much.
   *
   * @param key the name of the key. Must not be modified
   */
  public void carry(ScriptedLimit scripted, byte[] key, SpentUnits spent) {
    scripted.addCarryOver(addLimit(scripted, key), spent, approxMicros);
  }

  /**
   * Adds a claim.
   *
   * @param key the name of the key, which contains {@link ScriptedLimit#tag}. Must not be modified
   */
  public void claim(ScriptedLimit scripted, byte[] key, long cost) {
    ScriptedClaim claim = new ScriptedClaim(cost, cost + claimed(key), approxMicros, instance);
    scripted.addClaim(addLimit(scripted, key), claim);
    limits.add(scripted);
    claims.add(claim);
  }

  private long claimed(byte[] key) {
    long units = 0;
    for (int i = 0; i < claims.size(); i++) {
      units += Arrays.equals(keys().get(i), key) ? claims.get(i).cost() : 0;
    }
    return units;
  }

  @Override
  public boolean matches(List<?> reply) {
    if (reply.isEmpty() || !ScriptReplyParts.isCount(reply.get(0))) {
      return false;
    }
    if (ScriptReplyParts.isWrongWindow(reply)) {
      return dependsOnLocalClock();
    }
    if (reply.size() != 2 + limits.size()
        || !ScriptReplyParts.isCount(reply.get(1), /* most= */ 1)) {
      return false;
    }
    for (int i = 0; i < limits.size(); i++) {
      if (!limits.get(i).isValidRecord(reply.get(2 + i))) {
        return false;
      }
    }
    return true;
  }

  @Override
  public String expected() {
    return "an array of " + (2 + limits.size()) + ": time, verdict, " + limits.size() + " x record";
  }

  /** Converts the reply of the script. */
  public Outcome read(List<Object> reply) {
    long now = now(reply);
    long verdict = (Long) reply.get(1);
    if (verdict < 0) {
      return new Outcome(Verdict.WRONG_WINDOW, now, List.of());
    }
    boolean granted = verdict == 1;
    List<ScriptedKeyState> standings = new ArrayList<>(limits.size());
    for (int i = 0; i < limits.size(); i++) {
      String record = ScriptArguments.text(reply.get(2 + i));
      ScriptedKeyState keyState = limits.get(i).keyState(record, now, claims.get(i).total());
      standings.add(granted ? keyState.granted() : keyState);
    }
    return new Outcome(granted ? Verdict.GRANTED : Verdict.REJECTED, now, standings);
  }

  /** How many units count as spent for one of the claims, even if its limit permits less. */
  public SpentUnits spent(int claim, Outcome outcome) {
    String record = outcome.keyStates().get(claim).record();
    return limits.get(claim).spent(record, outcome.nowMicros());
  }

  /** The charge of one of the granted claims. */
  public ScriptedCharge charge(int claim, Outcome outcome) {
    ScriptedKeyState keyState = outcome.keyStates().get(claim);
    return new ScriptedCharge(
        limits.get(claim), keys().get(claim), claims.get(claim).cost(), keyState);
  }

  /** The result of a settlement. */
  public enum Verdict {
    /** Every claim fits; all were charged, if the call charges. */
    GRANTED,
    /** Some claim does not fit; nothing was charged. */
    REJECTED,
    /**
     * Nothing was charged, because the clock of this JVM is off by days; to be repeated with the
     * server's time.
     */
    WRONG_WINDOW
  }

  /**
   * The result for all claims.
   *
   * @param nowMicros the server's time
   * @param keyStates one for each claim, in order; none if the call has to be repeated
   */
  public record Outcome(Verdict verdict, long nowMicros, List<ScriptedKeyState> keyStates) {}
}
