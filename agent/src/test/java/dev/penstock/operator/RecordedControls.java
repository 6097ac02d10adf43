package dev.penstock.operator;

import dev.penstock.rules.Mode;
import dev.penstock.telemetry.SampleSnapshot;
import dev.penstock.telemetry.Snapshot;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Fake controls that return a given snapshot and record all switches and resets. */
public final class RecordedControls implements OperatorControls {
  public final List<String> actions = new ArrayList<>();
  public Snapshot snapshot = SampleSnapshot.busy();

  @Override
  public Snapshot snapshot() {
    return snapshot;
  }

  @Override
  public String status() {
    return "all is well\n";
  }

  @Override
  public void switchAll(@Nullable Mode mode, String by) {
    actions.add("all " + mode + " by " + by);
  }

  @Override
  public boolean switchRule(String rule, @Nullable Mode mode, String by) {
    actions.add(rule + " " + mode + " by " + by);
    return snapshot.rules().stream().anyMatch(each -> each.name().equals(rule));
  }

  @Override
  public List<KeyState> peek(String rule, String key) {
    if (!key.startsWith("user=")) {
      throw new IllegalArgumentException("the keys of `" + rule + "` look like `user=42`");
    }
    return List.of(
        new KeyState("burst", "100/s", "9f2c51d07ab3e6f4", 100, 17, 2_500_000),
        new KeyState("hourly", "5000/h", "9f2c51d07ab3e6f4", 5000, 5000, 0));
  }

  @Override
  public List<KeyState> reset(String rule, String key, String by) {
    actions.add("reset " + rule + " " + key + " by " + by);
    return peek(rule, key);
  }
}
