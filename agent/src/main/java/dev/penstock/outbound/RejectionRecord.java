package dev.penstock.outbound;

import dev.penstock.http.Direction;
import dev.penstock.limit.Limit;
import dev.penstock.telemetry.DecisionRecord;
import dev.penstock.telemetry.Outcome;
import java.io.IOException;

/** Turns the rejection of an outbound call into a record for recorders. */
final class RejectionRecord {
  private RejectionRecord() {}

  /** Returns the record of a rejection, without the key of the call: it is not known here. */
  static DecisionRecord of(IOException rejection) {
    OutboundLimitException limit = rejection instanceof OutboundLimitException known ? known : null;
    return new DecisionRecord(
        Direction.OUTBOUND,
        Outcome.REJECTED,
        limit == null ? null : limit.rule(),
        limit == null ? null : limit.host(),
        DecisionRecord.NO_CLIENT,
        DecisionRecord.UNKNOWN,
        limit == null || limit.waitMicros() >= Limit.UNKNOWN
            ? DecisionRecord.UNKNOWN
            : limit.waitMicros());
  }
}
