package dev.penstock.telemetry.jfr;

import dev.penstock.http.Direction;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/** The JFR event of a call that was held until its turn. */
@Name("dev.penstock.Wait")
@Label("Wait")
@Description("A call was held until its turn")
@Category("Penstock")
final class WaitEvent extends Event {
  @Label("Direction")
  @Nullable String direction;

  @Label("Rule")
  @Description("The rules that the call has waited for")
  @Nullable String rule;

  @Label("Host")
  @Description("The host that was to be called")
  @Nullable String host;

  @Label("Wait")
  @Description("How long; the duration of the event is less if no thread was blocked")
  @Timespan(Timespan.MICROSECONDS)
  long wait;

  /** Ends the event and writes it if it is long enough for the recording. */
  void end(Direction which, String rules, @Nullable String called, long micros) {
    end();
    if (shouldCommit()) {
      direction = which.word();
      rule = rules;
      host = called;
      wait = micros;
      commit();
    }
  }
}
