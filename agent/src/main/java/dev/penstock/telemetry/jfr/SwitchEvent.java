package dev.penstock.telemetry.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** The JFR event of a switch that an operator has used. */
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
  @Description("How it was switched, such as console or JMX")
  @Nullable String by;
}
