package dev.penstock.telemetry.jfr;

import dev.penstock.http.Direction;
import dev.penstock.telemetry.Signals;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/** A call was held until its turn. */
@Name("dev.penstock.Wait")
@Label("Wait")
@Description("A call was held until its turn")
@Category("Penstock")
final class WaitEvent extends Event {
  @Label("Direction")
  @Nullable String direction;

  @Label("Rule")
  @Description("What the call has waited for")
  @Nullable String rule;

  @Label("Host")
  @Description("Who was to be called")
  @Nullable String host;

  @Label("Wait")
  @Description("How long; the duration of the event is less where no thread has waited")
  @Timespan(Timespan.MICROSECONDS)
  long wait;

  /** The wait that this event tells of, and that begins now. */
  Signals.Waiting waiting() {
    return this::over;
  }

  private void over(Direction which, String rules, @Nullable String called, long micros) {
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
