package dev.penstock.store.redis.script;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Hands back what is left of a lease, and asks for the next one. */
public final class LeaseScriptCall extends ScriptInvocation {
  private static final ScriptedKeyState NONE = new ScriptedKeyState(0, 0, 0, 0, 0, "");

  private final ScriptedLimit scripted;
  private final long least;
  private final long most;

  /**
   * @param key the key to charge. Not to be changed
   * @param outKey the key that remembers what is out on lease, of the same slot; only token buckets
   *     need it. Not to be changed
   * @throws IllegalArgumentException if it is a limit on calls in flight
   */
  public LeaseScriptCall(ScriptedLimit scripted, byte[] key, byte[] outKey, Request request) {
    super(ScriptOperation.LEASE);
    this.scripted = scripted;
    least = request.least;
    most = Math.min(request.most, scripted.mostLeased());
    ScriptArguments arguments = about(scripted, key);
    arguments.add(request.least).add(most);
    scripted.lease(arguments, request);
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
    ScriptedCharge charge = new ScriptedCharge(scripted, key, request.unused, last.standing());
    scripted.refund(arguments, charge, RefundPart.CHARGE, request.member);
  }

  /** More units than were asked for are not a lease: nothing would bound them. */
  @Override
  public boolean fits(List<?> reply) {
    if (reply.isEmpty() || !ScriptReplyParts.isCount(reply.get(0))) {
      return false;
    }
    if (ScriptReplyParts.isAstray(reply)) {
      return mayGoAstray();
    }
    return reply.size() == 5
        && ScriptReplyParts.isCount(reply.get(1), most)
        && ScriptReplyParts.isCount(reply.get(2))
        && scripted.isRecord(reply.get(3))
        && ScriptReplyParts.isCount(reply.get(4));
  }

  @Override
  public String expected() {
    return "an array of 5: time, units, units, record, duration";
  }

  /** What the script's reply means. */
  public ScriptedLease read(List<Object> reply) {
    long now = now(reply);
    long units = (Long) reply.get(1);
    if (units < 0) {
      return new ScriptedLease(now, /* isAstray= */ true, 0, 0, 0, NONE);
    }
    // What was asked for in vain is what has to be waited for.
    long cost = units == 0 ? least : 0;
    ScriptedKeyState standing = scripted.standing(ScriptArguments.text(reply.get(3)), now, cost);
    long valid = (Long) reply.get(4);
    return new ScriptedLease(
        now, /* isAstray= */ false, units, (Long) reply.get(2), valid, standing);
  }

  /**
   * What is asked for, and what became of the units that were leased before.
   *
   * @param member who asks. Units of buckets and logs may be spent until they lapse
   * @param aroundMicros about what time it is
   * @param least fewer are of no use
   * @param most more are not needed; 0 to hand back only
   * @param last the lease that the unused units are from, if there are any
   * @param spent how many were spent that no earlier call has told of
   * @param unused how many are handed back
   */
  public record Request(
      InstanceId member,
      long aroundMicros,
      long least,
      long most,
      @Nullable ScriptedLease last,
      long spent,
      long unused) {
    /** Asks for units, and has nothing to tell. */
    public static Request first(InstanceId member, long aroundMicros, long least, long most) {
      return new Request(member, aroundMicros, least, most, null, 0, 0);
    }
  }
}
