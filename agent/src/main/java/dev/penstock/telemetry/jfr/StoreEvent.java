package dev.penstock.telemetry.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** The store that is shared with others has begun to answer, or no longer does. */
@Name("dev.penstock.StoreState")
@Label("Store State")
@Description("The store that is shared with others has begun to answer, or no longer does")
@Category("Penstock")
@StackTrace(false)
final class StoreEvent extends Event {
  @Label("Answering")
  boolean answering;

  @Label("Words")
  @Description("What the log says of it")
  @Nullable String words;
}
