package dev.penstock.store.redis.script;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Returns the rest of a lease and requests the next one. */
public final class LeaseScriptCall extends LimitScriptCall {
  private static final ScriptedKeyState NONE = new ScriptedKeyState(0, 0, 0, 0, 0, "");

  private final ScriptedLimit scripted;
  private final long least;
  private final long most;

  /**
   * @param key the key to charge. Must not be modified
   * @param outKey the key with the units out on lease, in the same hash slot; used by token buckets
   *     only. Must not be modified
   * @throws IllegalArgumentException if the limit is a concurrency limit
   */
  public LeaseScriptCall(ScriptedLimit scripted, byte[] key, byte[] outKey, Request request) {
    super(ScriptOperation.LEASE);
    this.scripted = scripted;
    least = request.least;
    most = Math.min(request.most, scripted.maxLeasedUnits());
    ScriptArguments arguments = addLimit(scripted, key);
    arguments.add(request.least).add(most);
    scripted.addLease(arguments, request);
    if (scripted instanceof ScriptedTokenBucket) {
      addKey(outKey);
    } else {
      handBack(arguments, key, request);
    }
  }

  private void handBack(ScriptArguments arguments, byte[] key, Request request) {
    ScriptedLease last = request.last;
    if (last == null || request.unused == 0) {
      arguments.add(0);
      return;
    }
    arguments.add(1);
    ScriptedCharge charge = new ScriptedCharge(scripted, key, request.unused, last.keyState());
    scripted.addRefund(arguments, charge, RefundPart.CHARGE, request.instance);
  }

  /** More units than requested are not a valid lease, because nothing would limit their number. */
  @Override
  public boolean matches(List<?> reply) {
    if (reply.isEmpty() || !ScriptReplyParts.isCount(reply.get(0))) {
      return false;
    }
    if (ScriptReplyParts.isWrongWindow(reply)) {
      return dependsOnLocalClock();
    }
    return reply.size() == 5
        && ScriptReplyParts.isCount(reply.get(1), most)
        && ScriptReplyParts.isCount(reply.get(2))
        && scripted.isValidRecord(reply.get(3))
        && ScriptReplyParts.isCount(reply.get(4));
  }

  @Override
  public String expected() {
    return "an array of 5: time, units, units, record, duration";
  }

  /** Converts the reply of the script. */
  public ScriptedLease read(List<Object> reply) {
    long now = now(reply);
    long units = (Long) reply.get(1);
    if (units < 0) {
      return new ScriptedLease(now, /* isWrongWindow= */ true, 0, 0, 0, NONE);
    }
    // If nothing was granted, the wait is for the least number of units.
    long cost = units == 0 ? least : 0;
    ScriptedKeyState keyState = scripted.keyState(ScriptArguments.text(reply.get(3)), now, cost);
    long valid = (Long) reply.get(4);
    return new ScriptedLease(
        now, /* isWrongWindow= */ false, units, (Long) reply.get(2), valid, keyState);
  }

  /**
   * The units to request, and the settlement of an earlier lease.
   *
   * @param instance the instance. Its units of buckets and logs expire after its lapse
   * @param approxMicros the approximate time of the server
   * @param least fewer units are of no use
   * @param most the number of units requested; 0 only to return units
   * @param last the lease of the unused units; null if there are none
   * @param spent units that were spent and not reported yet
   * @param unused units that are returned
   */
  public record Request(
      InstanceId instance,
      long approxMicros,
      long least,
      long most,
      @Nullable ScriptedLease last,
      long spent,
      long unused) {
    /** Requests units without settling an earlier lease. */
    public static Request first(InstanceId instance, long approxMicros, long least, long most) {
      return new Request(instance, approxMicros, least, most, null, 0, 0);
    }
  }
}
