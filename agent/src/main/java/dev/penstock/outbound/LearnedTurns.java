package dev.penstock.outbound;

import dev.penstock.engine.Decision;
import dev.penstock.http.OutboundResponse;
import dev.penstock.outbound.learn.CallTurn;
import dev.penstock.outbound.learn.HostPaces;
import dev.penstock.outbound.learn.LearnedHosts;
import dev.penstock.outbound.learn.LearnedPace;
import dev.penstock.outbound.learn.LearnedTurn;
import dev.penstock.outbound.learn.RateFieldsReader;
import dev.penstock.outbound.learn.ResetUnit;
import dev.penstock.rules.PacingSettings;
import dev.penstock.rules.Rule;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The turns of one outbound call at the paces that earlier responses of its host announced. */
final class LearnedTurns {
  private final PacingServices services;
  private final String hostName;
  private final HostPaces host;
  private final List<LearnedTurn> turns = new ArrayList<>();
  private boolean cancelled;

  LearnedTurns(PacingServices services, String hostName, HostPaces host) {
    this.services = services;
    this.hostName = hostName;
    this.host = host;
  }

  /**
   * Reserves a turn for each rule that learns, until one of them rejects the call.
   *
   * @param reserved the decision of the limits that reserve turns in the store
   * @param queued the claims of the limits that queue calls; null if there are none
   * @return why the call is rejected; null if it is not
   */
  @Nullable IOException reserve(
      CallReservations call, Decision reserved, @Nullable Decision queued) {
    for (Rule rule : call.rules()) {
      PacingSettings pacing = rule.pacing();
      if (pacing == null || !pacing.learn()) {
        continue;
      }
      long nowMicros = services.nowMicros();
      LearnedPace pace = host.pace(LearnedHosts.paceKey(rule, pacing, reserved, queued), nowMicros);
      long maxWaitMicros = Math.max(0, call.deadlineMicros() - nowMicros);
      CallTurn turn = pace.reserve(nowMicros, call.reservedMicros(), maxWaitMicros);
      if (!turn.isReserved()) {
        return call.tooLong(rule.name(), turn.startMicros(), nowMicros);
      }
      RateFieldsReader fields = new RateFieldsReader(pacing.learnCapMicros(), ResetUnit.BY_SIZE);
      add(new LearnedTurn(host, pace, fields, turn));
    }
    return null;
  }

  private void add(LearnedTurn turn) {
    synchronized (this) {
      turns.add(turn);
      if (!cancelled) {
        return;
      }
    }
    // The thread that cancelled the call meanwhile did not see this turn.
    turn.cancel();
  }

  /** Returns the latest of all turns; responses may have postponed them. */
  long dueMicros(long nowMicros) {
    long due = Long.MIN_VALUE;
    for (int i = 0; i < turns.size(); i++) {
      due = Math.max(due, turns.get(i).dueMicros(nowMicros));
    }
    return due;
  }

  /** Leaves all turns to other calls; only the first time counts. */
  void cancel() {
    List<LearnedTurn> left;
    synchronized (this) {
      left = cancelled ? List.of() : List.copyOf(turns);
      cancelled = true;
    }
    for (LearnedTurn turn : left) {
      turn.cancel();
    }
  }

  /** Updates the learned paces from the headers of the response to the call. */
  void learnFrom(OutboundResponse response, long nowMicros) {
    for (LearnedTurn turn : turns) {
      String unreadable = turn.learnFrom(response, nowMicros).unreadable();
      if (unreadable != null) {
        services
            .log()
            .repeated(
                "learn " + unreadable,
                "a response from "
                    + hostName
                    + " has an unreadable header "
                    + unreadable
                    + "; Penstock ignores the header",
                /* error= */ null);
      }
    }
  }
}
