package dev.penstock.jmx;

import dev.penstock.control.Controls;
import dev.penstock.control.KeyState;
import dev.penstock.rule.Mode;
import dev.penstock.telemetry.SampleSnapshot;
import dev.penstock.telemetry.Snapshot;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Shows what it is told to show, and writes down what is switched. */
final class RecordedControls implements Controls {
  final List<String> done = new ArrayList<>();
  Snapshot shown = SampleSnapshot.busy();

  @Override
  public Snapshot snapshot() {
    return shown;
  }

  @Override
  public String status() {
    return "rules       enforcing 3 rules";
  }

  @Override
  public void switchAll(@Nullable Mode mode, String by) {
    done.add("all " + mode + " by " + by);
  }

  @Override
  public boolean switchRule(String rule, @Nullable Mode mode, String by) {
    done.add(rule + " " + mode + " by " + by);
    return shown.rules().stream().anyMatch(each -> each.name().equals(rule));
  }

  @Override
  public List<KeyState> peek(String rule, String key) {
    if (!key.startsWith("ip=")) {
      throw new IllegalArgumentException("`" + key + "` is not a key of `" + rule + "`");
    }
    return List.of(
        new KeyState("login-1", "5/min", "9f2c51d07ab3e6f4", 5, 2, 12_400_000),
        new KeyState("login-2", "100/day", "9f2c51d07ab3e6f4", 100, 100, 0));
  }

  @Override
  public List<KeyState> reset(String rule, String key, String by) {
    done.add("reset " + rule + " " + key + " by " + by);
    return List.of(new KeyState(rule, "5/min", "9f2c51d07ab3e6f4", 5, 5, 0));
  }
}
