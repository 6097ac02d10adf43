package dev.penstock.agent;

import dev.penstock.instrument.Hook;
import dev.penstock.instrument.Target;
import dev.penstock.instrument.Visit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes visits for what they are. */
final class TraceHook implements Hook {
  @Override
  public String name() {
    return "trace";
  }

  @Override
  public List<Target> targets() {
    return List.of();
  }

  @Override
  public Visit visit(Object place, Object call, @Nullable Object answer) {
    return (Visit) call;
  }
}
