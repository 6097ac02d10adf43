package dev.penstock.agent;

import dev.penstock.http.InboundExchange;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.InboundHook;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes visits for what they are. */
public final class TraceHook implements InboundHook {
  @Override
  public String name() {
    return "trace";
  }

  @Override
  public List<HookTarget> targets() {
    return List.of();
  }

  @Override
  public InboundExchange exchange(Object place, Object call, @Nullable Object answer) {
    return (InboundExchange) call;
  }
}
