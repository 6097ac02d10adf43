package dev.penstock.rules.config;

import dev.penstock.rules.config.text.LocatedValue;
import dev.penstock.rules.config.text.SettingsMap;
import dev.penstock.rules.config.text.Vocabulary;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parses {@code telemetry}: JMX and OpenTelemetry output. */
final class TelemetryParser {
  static final Vocabulary KEYS = new Vocabulary(List.of("jmx", "spans"));

  private final boolean jmx;
  private final boolean spans;

  TelemetryParser(@Nullable LocatedValue telemetry) {
    SettingsMap settings = telemetry == null ? null : telemetry.settings(KEYS);
    if (telemetry != null && settings != null && settings.isEmpty()) {
      telemetry.error("`telemetry` is empty", "write `jmx: true` or `spans: true`");
    }
    jmx = settings != null && settings.flag("jmx", /* byDefault= */ false);
    spans = settings != null && settings.flag("spans", /* byDefault= */ false);
  }

  boolean jmx() {
    return jmx;
  }

  boolean spans() {
    return spans;
  }
}
