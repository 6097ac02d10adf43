package dev.penstock.agent.switches;

import dev.penstock.rules.Mode;
import org.jspecify.annotations.Nullable;

/** Mode overrides of an agent without any switch. */
public final class NoOverrides implements ModeOverrides {
  @Override
  public @Nullable Mode mode() {
    return null;
  }

  @Override
  public @Nullable String switchedBy() {
    return null;
  }

  @Override
  public @Nullable Mode mode(String rule) {
    return null;
  }

  @Override
  public @Nullable String switchedBy(String rule) {
    return null;
  }

  @Override
  public long switches() {
    return 0;
  }
}
