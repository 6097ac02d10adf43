package dev.penstock.telemetry.jfr;

import dev.penstock.telemetry.DecisionRecord;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/** A call was turned away. */
@Name("dev.penstock.Refusal")
@Label("Refusal")
@Description("A call was turned away")
@Category("Penstock")
@StackTrace(false) // an attack means thousands of them, and the stack would be the server's
final class RejectionEvent extends Event {
  @Label("Direction")
  @Nullable String direction;

  @Label("Outcome")
  @Description("rejected by a rule, or shed because the JVM had too much to do")
  @Nullable String outcome;

  @Label("Rule")
  @Nullable String rule;

  @Label("Host")
  @Description("Who was to be called")
  @Nullable String host;

  @Label("Client")
  @Description("Whose budget it was, as a keyed hash")
  @Nullable String client;

  @Label("Retry After")
  @Description("How long to wait before the same call is admitted; negative if nobody knows")
  @Timespan(Timespan.MICROSECONDS)
  long retryAfter;

  void of(DecisionRecord judgement) {
    direction = judgement.direction().word();
    outcome = judgement.outcome().label();
    rule = judgement.rule();
    host = judgement.host();
    client = judgement.clientId();
    retryAfter = judgement.waitMicros();
  }
}
