package dev.penstock.shared;

import dev.penstock.twin.Inquiry;
import dev.penstock.twin.Lease;
import dev.penstock.twin.LeaseCall;
import dev.penstock.twin.Member;
import dev.penstock.twin.Settlement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Those claims of a call that one script can settle, and what was asked for them so far. */
final class Slot {
  private final List<SharedClaim> claims = new ArrayList<>(2);
  private final OlderKeys older = new OlderKeys();
  private @Nullable Settlement settlement;
  private @Nullable LeaseCall spending;
  private @Nullable Asking asking;
  private boolean charging;
  private boolean astray;
  private boolean lost;
  private boolean done;

  Slot(SharedClaim first, boolean hasOlder) {
    add(first, hasOlder);
  }

  /**
   * @param hasOlder true if the claim's key may have spent something under other terms
   */
  void add(SharedClaim claim, boolean hasOlder) {
    claims.add(claim);
    if (hasOlder) {
      older.add(claim);
    }
  }

  SharedClaim first() {
    return claims.get(0);
  }

  List<SharedClaim> claims() {
    return claims;
  }

  /** True if there is nothing left to ask. */
  boolean isDone() {
    return done;
  }

  /** What was asked last; null if nothing was. */
  @Nullable Asking asking() {
    return asking;
  }

  /** The next question; {@link #read} follows when it was told. */
  Asking ask(Member member, long aroundMicros, boolean charge) {
    charging = charge;
    Asking question = new Asking(next(member, aroundMicros));
    asking = question;
    return question;
  }

  private Inquiry next(Member member, long aroundMicros) {
    Settlement next = older.next(member, aroundMicros);
    Loans loans = first().terms().loans();
    if (next == null && charging && loans != null && first().isLent()) {
      LeaseCall call = loans.spend(first().high(), first().low(), first().cost());
      spending = call;
      return call;
    }
    settlement = next == null ? claiming(member, aroundMicros) : next;
    return settlement;
  }

  private Settlement claiming(Member member, long aroundMicros) {
    Settlement claiming =
        charging
            ? Settlement.charging(member, aroundMicros)
            : Settlement.looking(member, aroundMicros);
    for (SharedClaim claim : claims) {
      claiming.claim(claim.twin(), claim.redisKey(), claim.cost());
    }
    return claiming;
  }

  /** Takes in what was told; the claims are told if it was about them. */
  Settlement.Outcome read(List<Object> reply) {
    LeaseCall call = spending;
    if (call != null) {
      return spent(call.read(reply));
    }
    Settlement asked = settlement;
    if (asked == null) {
      throw new IllegalStateException("an answer to no question");
    }
    Settlement.Outcome outcome = asked.read(reply);
    if (outcome.verdict() == Settlement.Verdict.ASTRAY) {
      lost = astray;
      astray = true;
    } else if (!older.read(outcome)) {
      tell(asked, outcome);
      done = true;
    }
    return outcome;
  }

  /** What is spent as it is lent cannot be given back: its loan has ended by then. */
  private Settlement.Outcome spent(Lease lease) {
    done = true;
    first().told(lease.standing());
    return new Settlement.Outcome(
        lease.units() > 0 ? Settlement.Verdict.GRANTED : Settlement.Verdict.REFUSED,
        lease.nowMicros(),
        List.of(lease.standing()));
  }

  private void tell(Settlement asked, Settlement.Outcome outcome) {
    boolean charged = charging && outcome.verdict() == Settlement.Verdict.GRANTED;
    for (int i = 0; i < outcome.standings().size(); i++) {
      if (charged) {
        claims.get(i).charged(outcome.standings().get(i), asked.charge(i, outcome));
      } else {
        claims.get(i).told(outcome.standings().get(i));
      }
    }
  }

  /** True if the script went astray again although it was told the server's own time. */
  boolean isLost() {
    return lost;
  }

  /** True if the claims are refused, as far as they were asked about. */
  boolean isRefused(Settlement.Outcome outcome) {
    return done && outcome.verdict() == Settlement.Verdict.REFUSED;
  }
}
