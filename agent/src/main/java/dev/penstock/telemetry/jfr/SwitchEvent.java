package dev.penstock.telemetry.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** An operator has used a switch. */
@Name("dev.penstock.Switch")
@Label("Switch")
@Description("An operator has used a switch")
@Category("Penstock")
@StackTrace(false)
final class SwitchEvent extends Event {
  @Label("What")
  @Description("What is switched, and to what")
  @Nullable String what;

  @Label("By")
  @Description("Where it was switched")
  @Nullable String by;
}
