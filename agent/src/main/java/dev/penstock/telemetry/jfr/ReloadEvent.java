package dev.penstock.telemetry.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** The rules file was read. */
@Name("dev.penstock.Reload")
@Label("Reload")
@Description("The rules file was read")
@Category("Penstock")
@StackTrace(false)
final class ReloadEvent extends Event {
  @Label("In Force")
  @Description("False if the file has problems, so that what was in force before stays so")
  boolean inForce;

  @Label("Words")
  @Description("What the log says of it")
  @Nullable String words;
}
