package dev.penstock.shared;

import dev.penstock.limit.Limit;
import dev.penstock.twin.Member;
import dev.penstock.twin.Settlement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Those claims of a call that one script can settle, and what was asked for them so far. */
final class Slot {
  /*
   * After a reload with another algorithm or period a key has a new name in Redis. What it has spent
   * under the old one is looked up and carried over, once; then come the claims themselves.
   */
  private enum Stage {
    OLDER,
    CARRY,
    CLAIM,
    DONE
  }

  private final List<SharedClaim> claims = new ArrayList<>(2);
  private final List<SharedClaim> older = new ArrayList<>(0);
  private final List<Long> spent = new ArrayList<>(0);
  private Stage stage = Stage.CLAIM;
  private @Nullable Asking asking;
  private boolean charging;
  private boolean lost;

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
      stage = Stage.OLDER;
    }
  }

  SharedClaim first() {
    return claims.get(0);
  }

  List<SharedClaim> claims() {
    return claims;
  }

  boolean isDone() {
    return stage == Stage.DONE;
  }

  /** What was asked last; null if nothing was. */
  @Nullable Asking asking() {
    return asking;
  }

  /** The next question; {@link #read} follows when it was told. */
  Asking ask(Member member, long aroundMicros, boolean charge) {
    charging = charge;
    Settlement settlement =
        switch (stage) {
          case OLDER -> lookingAtOlder(member, aroundMicros);
          case CARRY -> carrying(member, aroundMicros);
          case CLAIM, DONE -> claiming(member, aroundMicros);
        };
    Asking next = new Asking(settlement);
    asking = next;
    return next;
  }

  private Settlement lookingAtOlder(Member member, long aroundMicros) {
    Settlement looking = Settlement.looking(member, aroundMicros);
    for (SharedClaim claim : older) {
      CarriedOver before = claim.before();
      looking.claim(before.twin(), before.key(claim.high(), claim.low()), /* cost= */ 1);
    }
    return looking;
  }

  private Settlement carrying(Member member, long aroundMicros) {
    Settlement carrying = Settlement.carryingOver(member, aroundMicros);
    for (int i = 0; i < older.size(); i++) {
      SharedClaim claim = older.get(i);
      if (spent.get(i) > 0) {
        carrying.claim(claim.terms().twin(), claim.redisKey(), spent.get(i));
      }
    }
    return carrying;
  }

  private Settlement claiming(Member member, long aroundMicros) {
    Settlement claiming =
        charging
            ? Settlement.charging(member, aroundMicros)
            : Settlement.looking(member, aroundMicros);
    for (SharedClaim claim : claims) {
      claiming.claim(claim.terms().twin(), claim.redisKey(), claim.cost());
    }
    return claiming;
  }

  /**
   * Takes in what was told, and tells the claims.
   *
   * @return how the claims stand: granted also if they only would be; astray if that is not known
   *     yet, and there is another question to ask
   */
  Settlement.Verdict read(Settlement settlement, Settlement.Outcome outcome) {
    if (outcome.verdict() == Settlement.Verdict.ASTRAY && !lost) {
      lost = true;
      return outcome.verdict();
    }
    switch (stage) {
      case OLDER -> readOlder(outcome);
      case CARRY -> carriedOver();
      case CLAIM, DONE -> {
        readClaims(settlement, outcome);
        stage = Stage.DONE;
        return outcome.verdict();
      }
    }
    return Settlement.Verdict.ASTRAY;
  }

  private void readOlder(Settlement.Outcome outcome) {
    boolean any = false;
    for (int i = 0; i < older.size(); i++) {
      SharedClaim claim = older.get(i);
      Limit before = claim.before().twin().limit();
      long units = before.capacity() - outcome.standings().get(i).remaining();
      spent.add(Math.min(units, claim.limit().capacity()));
      any |= units > 0;
    }
    if (any) {
      stage = Stage.CARRY;
    } else {
      carriedOver();
    }
  }

  private void carriedOver() {
    for (SharedClaim claim : older) {
      claim.before().carried(claim.high(), claim.low());
    }
    stage = Stage.CLAIM;
  }

  private void readClaims(Settlement settlement, Settlement.Outcome outcome) {
    boolean charged = charging && outcome.verdict() == Settlement.Verdict.GRANTED;
    for (int i = 0; i < outcome.standings().size(); i++) {
      if (charged) {
        claims.get(i).charged(outcome.standings().get(i), settlement.charge(i, outcome));
      } else {
        claims.get(i).told(outcome.standings().get(i));
      }
    }
  }
}
