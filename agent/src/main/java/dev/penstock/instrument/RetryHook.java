package dev.penstock.instrument;

import java.util.List;

/**
 * A hook at the one method by which a client sends each request of a call. It is installed only if
 * a rule counts retries.
 */
public abstract class RetryHook implements OutboundHook {
  private final String name;
  private final HookTarget target;

  protected RetryHook(String name, HookTarget target) {
    this.name = name;
    this.target = target;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final List<HookTarget> targets() {
    return List.of(target);
  }

  @Override
  public final boolean isForRetries() {
    return true;
  }
}
