package dev.penstock.shared;

import dev.penstock.limit.Limit;
import dev.penstock.twin.Member;
import dev.penstock.twin.Settlement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Claims whose keys may have spent something under other terms, and how that is carried over. */
final class OlderKeys {
  /*
   * After a reload with another algorithm or period a key has a new name in Redis. What it has spent
   * under the old one is looked up, and charged to the new one if that does not exist yet.
   */
  private enum Stage {
    NOTHING,
    LOOK,
    CARRY
  }

  private final List<SharedClaim> claims = new ArrayList<>(0);
  private final List<Long> spent = new ArrayList<>(0);
  private Stage stage = Stage.NOTHING;

  void add(SharedClaim claim) {
    claims.add(claim);
    stage = Stage.LOOK;
  }

  /** What has to be asked first; null if nothing has. */
  @Nullable Settlement next(Member member, long aroundMicros) {
    return switch (stage) {
      case NOTHING -> null;
      case LOOK -> looking(member, aroundMicros);
      case CARRY -> carrying(member, aroundMicros);
    };
  }

  private Settlement looking(Member member, long aroundMicros) {
    Settlement looking = Settlement.looking(member, aroundMicros);
    for (SharedClaim claim : claims) {
      CarriedOver before = claim.before();
      looking.claim(before.twin(), before.key(claim.high(), claim.low()), /* cost= */ 1);
    }
    return looking;
  }

  private Settlement carrying(Member member, long aroundMicros) {
    Settlement carrying = Settlement.carryingOver(member, aroundMicros);
    for (int i = 0; i < claims.size(); i++) {
      SharedClaim claim = claims.get(i);
      if (spent.get(i) > 0) {
        carrying.claim(claim.terms().twin(), claim.redisKey(), spent.get(i));
      }
    }
    return carrying;
  }

  /** Takes in an answer; false if it was not about older keys. */
  boolean read(Settlement.Outcome outcome) {
    switch (stage) {
      case NOTHING -> {
        return false;
      }
      case LOOK -> looked(outcome);
      case CARRY -> carried();
    }
    return true;
  }

  private void looked(Settlement.Outcome outcome) {
    boolean any = false;
    for (int i = 0; i < outcome.standings().size(); i++) {
      SharedClaim claim = claims.get(i);
      Limit before = claim.before().twin().limit();
      long units = before.capacity() - outcome.standings().get(i).remaining();
      spent.add(Math.min(units, claim.limit().capacity()));
      any |= units > 0;
    }
    if (any) {
      stage = Stage.CARRY;
    } else {
      carried();
    }
  }

  private void carried() {
    for (SharedClaim claim : claims) {
      claim.before().carried(claim.high(), claim.low());
    }
    stage = Stage.NOTHING;
  }
}
