package dev.penstock.telemetry.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** The JFR event of a load of the rules file. */
@Name("dev.penstock.Reload")
@Label("Reload")
@Description("The rules file was loaded")
@Category("Penstock")
@StackTrace(false)
final class ReloadEvent extends Event {
  @Label("In Force")
  @Description("False if the file has problems, so that the rules in force stay as they are")
  boolean inForce;

  @Label("Words")
  @Description("The log message")
  @Nullable String words;
}
