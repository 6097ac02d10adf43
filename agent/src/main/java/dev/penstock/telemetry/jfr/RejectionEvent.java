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

/** The JFR event of a rejected call. */
@Name("dev.penstock.Refusal")
@Label("Refusal")
@Description("A call was rejected")
@Category("Penstock")
@StackTrace(false) // an attack causes thousands of them, and the stack would be the server's
final class RejectionEvent extends Event {
  @Label("Direction")
  @Nullable String direction;

  @Label("Outcome")
  @Description("rejected by a rule, or shed because the JVM was overloaded")
  @Nullable String outcome;

  @Label("Rule")
  @Nullable String rule;

  @Label("Host")
  @Description("The host that was to be called")
  @Nullable String host;

  @Label("Client")
  @Description("The client whose limit it was, as a keyed hash")
  @Nullable String client;

  @Label("Retry After")
  @Description("How long to wait before the same call is admitted; negative if unknown")
  @Timespan(Timespan.MICROSECONDS)
  long retryAfter;

  void fill(DecisionRecord decision) {
    direction = decision.direction().word();
    outcome = decision.outcome().label();
    rule = decision.rule();
    host = decision.host();
    client = decision.clientId();
    retryAfter = decision.waitMicros();
  }
}
