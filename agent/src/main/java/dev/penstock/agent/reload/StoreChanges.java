package dev.penstock.agent.reload;

import dev.penstock.rules.RedisSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a reload has changed in where counts are kept, in words without credentials. */
final class StoreChanges {
  private StoreChanges() {}

  /** Adds what is different, if anything is. */
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

  /** The settings that are different, as the file calls them. */
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
