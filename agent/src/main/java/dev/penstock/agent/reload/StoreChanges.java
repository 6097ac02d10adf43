package dev.penstock.agent.reload;

import dev.penstock.rules.RedisSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Describes how a reload has changed the store, without credentials. */
final class StoreChanges {
  private StoreChanges() {}

  /** Adds a description of the difference, if there is one. */
  static void add(
      @Nullable RedisSettings before, @Nullable RedisSettings after, List<String> changes) {
    if (Objects.equals(before, after)) {
      return;
    }
    if (after == null) {
      changes.add("store: now in this JVM alone");
    } else if (before == null || !before.toString().equals(after.toString())) {
      changes.add("store: now " + after);
    } else {
      changes.add("store: changed " + String.join(" and ", names(before, after)));
    }
  }

  /** Returns the names of the settings that differ, as in the file. */
  private static List<String> names(RedisSettings before, RedisSettings after) {
    List<String> names = new ArrayList<>();
    addIf(!before.address().equals(after.address()), "redis", names);
    addIf(before.timeoutMicros() != after.timeoutMicros(), "timeout", names);
    addIf(before.onOutage() != after.onOutage(), "on-failure", names);
    addIf(before.instances() != after.instances(), "instances", names);
    addIf(!before.prefix().equals(after.prefix()), "prefix", names);
    addIf(!Objects.equals(before.secret(), after.secret()), "secret", names);
    return names;
  }

  private static void addIf(boolean isDifferent, String name, List<String> names) {
    if (isDifferent) {
      names.add(name);
    }
  }
}
