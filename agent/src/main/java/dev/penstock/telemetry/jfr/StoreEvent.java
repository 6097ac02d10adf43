package dev.penstock.telemetry.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** The JFR event of a shared store that has become available or unavailable. */
@Name("dev.penstock.StoreState")
@Label("Store State")
@Description("The shared store has become available or unavailable")
@Category("Penstock")
@StackTrace(false)
final class StoreEvent extends Event {
  @Label("Answering")
  boolean answering;

  @Label("Words")
  @Description("The address of the store and its state")
  @Nullable String words;
}
