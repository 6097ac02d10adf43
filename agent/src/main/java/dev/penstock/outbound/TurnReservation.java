package dev.penstock.outbound;

import dev.penstock.engine.Decision;
import dev.penstock.outbound.learn.CallTurn;
import dev.penstock.outbound.learn.HostPaces;
import dev.penstock.outbound.learn.LearnedHosts;
import dev.penstock.outbound.learn.LearnedPace;
import dev.penstock.outbound.learn.LearnedTurn;
import dev.penstock.outbound.learn.RateFieldsReader;
import dev.penstock.outbound.learn.ResetUnit;
import dev.penstock.rules.PacingSettings;
import dev.penstock.rules.Rule;
import org.jspecify.annotations.Nullable;

/** Reserves the turns of one new call, or rejects the call. */
final class TurnReservation {
  private final PacingServices services;
  private final PacedCall call;
  private final Decision reserved;
  private final @Nullable Rule denying;
  private final @Nullable HostPaces paces;

  /**
   * @param reserved the decision of the rules whose limits reserve turns; may be pending
   * @param denying the rule that rejects the call because the call has no key; null if none does
   * @param paces the learned paces of the host; null if no rule of the call learns
   */
  TurnReservation(
      PacingServices services,
      PacedCall call,
      Decision reserved,
      @Nullable Rule denying,
      @Nullable HostPaces paces) {
    this.services = services;
    this.call = call;
    this.reserved = reserved;
    this.denying = denying;
    this.paces = paces;
  }

  /** Reserves the turns when the store has replied, and then wakes the call. */
  void reserveLater() {
    call.storeCallStarted();
    if (denying != null) {
      rejectWithoutKey(denying);
    }
    // On a thread of the timer, because the thread that completes a decision must not be delayed.
    reserved.whenDecided(() -> services.timer().execute(this::resume));
  }

  private void resume() {
    reserve();
    call.storeCallEnded();
    call.wake();
  }

  /** Reserves the turns; to be called when the decision is not pending any more. */
  void reserve() {
    if (denying != null) {
      if (!reserved.isRejected()) {
        reserved.cancel(services.store());
      }
      rejectWithoutKey(denying);
    } else if (reserved.isRejected()) {
      rejectTooLong(reserved.rule(reserved.tightest()));
    } else {
      // Read this clock after the clock of the store: otherwise a turn that is due now could
      // appear to be in the future.
      call.reservations().reserve(reserved, services.nowMicros());
      services.runGuarded(() -> services.listener().granted(reserved));
      if (paces != null) {
        reserveLearnedTurns(paces);
      }
    }
  }

  private void rejectWithoutKey(Rule rule) {
    call.reject(OutboundLimitException.withoutKey(rule.name(), call.reservations().host()));
  }

  private void rejectTooLong(Rule rule) {
    PacingSettings pacing = rule.pacing();
    call.reject(
        OutboundLimitException.tooLong(
            rule.name(),
            call.reservations().host(),
            pacing == null ? 0 : pacing.waitMicros(),
            reserved.waitMicros()));
  }

  /** Reserves a turn for each rule that learns, until one of them rejects the call. */
  private void reserveLearnedTurns(HostPaces host) {
    for (Rule rule : call.rules()) {
      PacingSettings pacing = rule.pacing();
      if (pacing != null && pacing.learn() && !reserveLearnedTurn(host, rule, pacing)) {
        return;
      }
    }
  }

  /** Reserves a turn at a learned pace; rejects the call and returns false if that is too late. */
  private boolean reserveLearnedTurn(HostPaces host, Rule rule, PacingSettings pacing) {
    CallReservations reservations = call.reservations();
    long nowMicros = services.nowMicros();
    LearnedPace pace =
        host.pace(LearnedHosts.paceKey(rule, pacing, reserved, reservations.queued()), nowMicros);
    CallTurn turn =
        pace.reserve(
            nowMicros,
            reservations.reservedMicros(),
            Math.max(0, reservations.deadlineMicros() - nowMicros));
    if (!turn.isReserved()) {
      call.reject(reservations.tooLong(rule.name(), turn.startMicros(), nowMicros));
      return false;
    }
    RateFieldsReader fields = new RateFieldsReader(pacing.learnCapMicros(), ResetUnit.BY_SIZE);
    reservations.add(new LearnedTurn(host, pace, fields, turn));
    return true;
  }
}
