package dev.penstock.agent;

import dev.penstock.http.InboundExchange;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.InboundHook;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A hook for fake requests: the call is already the {@link InboundExchange}. */
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
  public InboundExchange exchange(Object caller, Object call, @Nullable Object response) {
    return (InboundExchange) call;
  }
}
