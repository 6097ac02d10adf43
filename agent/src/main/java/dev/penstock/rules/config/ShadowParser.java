package dev.penstock.rules.config;

import dev.penstock.rules.CutoverCriteria;
import dev.penstock.rules.Mode;
import dev.penstock.rules.Rule;
import dev.penstock.rules.ShadowLogSettings;
import dev.penstock.rules.ShadowSettings;
import dev.penstock.rules.config.text.LocatedText;
import dev.penstock.rules.config.text.LocatedValue;
import dev.penstock.rules.config.text.MessageWords;
import dev.penstock.rules.config.text.RulesFolder;
import dev.penstock.rules.config.text.SettingsMap;
import dev.penstock.rules.config.text.Vocabulary;
import dev.penstock.rules.config.value.DurationParser;
import dev.penstock.rules.config.value.PercentParser;
import dev.penstock.rules.cutover.ShadowBlocks;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parses {@code shadow} and {@code shadow-log} at the top level of a file. */
public final class ShadowParser {
  static final Vocabulary KEYS =
      new Vocabulary(List.of("file", "threshold", "min-requests", "min-duration"));
  private static final long MAX_REQUESTS = 1_000_000_000_000L;
  private static final int MAX_DAYS = 364;

  private final SettingsMap file;
  private final FileRole role;
  private @Nullable LocatedText candidate;
  private CutoverCriteria criteria = CutoverCriteria.DEFAULT;
  private final @Nullable ShadowLogSettings log;

  ShadowParser(SettingsMap file, RulesFolder folder, FileRole role) {
    this.file = file;
    this.role = role;
    LocatedValue shadow = file.value("shadow");
    if (shadow != null && shadow.isMap()) {
      readMap(shadow);
    } else if (shadow != null) {
      candidate = shadow.isTrue() ? rejectFlag(shadow) : shadow.text();
    }
    log = ShadowLogParser.parse(file.value("shadow-log"), folder);
    if (role == FileRole.CANDIDATE) {
      checkCandidate();
    }
  }

  private static @Nullable LocatedText rejectFlag(LocatedValue shadow) {
    shadow.error(
        "`shadow` must name a candidate file",
        "write `mode: shadow` to try all rules of this file, or `shadow: next.yaml`");
    return null;
  }

  private void readMap(LocatedValue shadow) {
    SettingsMap settings = shadow.settings(KEYS);
    if (settings == null) {
      return;
    }
    if (settings.isEmpty()) {
      shadow.error("`shadow` is empty", "write `shadow: next.yaml`, or remove it");
    }
    candidate = settings.text("file");
    LocatedText threshold = settings.text("threshold");
    Long ppm = threshold == null ? null : PercentParser.parsePpm(threshold, "a threshold");
    Long requests = settings.number("min-requests", "the number of requests", 0, MAX_REQUESTS);
    LocatedText time = settings.text("min-duration");
    Long micros = time == null ? null : DurationParser.parseLong(time, "the duration", MAX_DAYS);
    CutoverCriteria defaults = CutoverCriteria.DEFAULT;
    criteria =
        new CutoverCriteria(
            ppm == null ? defaults.thresholdPpm() : ppm,
            requests == null ? defaults.minRequests() : requests,
            micros == null ? defaults.minDurationMicros() : micros);
  }

  /** Reports shadow settings in a candidate file. */
  private void checkCandidate() {
    if (candidate != null) {
      candidate.error(
          "a candidate file cannot name another candidate", "remove `shadow` from this file");
    } else {
      file.warningAt(
          "shadow",
          "`shadow` in a candidate file is ignored",
          "the setting of the active rules file applies");
    }
    file.warningAt(
        "shadow-log",
        "`shadow-log` in a candidate file is ignored",
        "the setting of the active rules file applies");
  }

  /** The candidate file that this file names; null if there is none. */
  @Nullable LocatedText candidate() {
    return candidate;
  }

  ShadowSettings shadowing() {
    return new ShadowSettings(criteria, log);
  }

  ShadowBlocks blocks() {
    if (role == FileRole.CANDIDATE) {
      return ShadowBlocks.IGNORE;
    }
    return candidate == null ? ShadowBlocks.COMPARE : ShadowBlocks.REJECT;
  }

  /** Warns of shadow settings in a file in which nothing is in shadow mode. */
  void warnIfIdle(Mode mode, List<Rule> inbound, List<Rule> outbound) {
    boolean compared = role != FileRole.ACTIVE || candidate != null || mode == Mode.SHADOW;
    if (compared || isInShadow(inbound) || isInShadow(outbound)) {
      return;
    }
    for (String setting : List.of("shadow", "shadow-log")) {
      file.warningAt(
          setting,
          "nothing is in shadow mode, so " + MessageWords.code(setting) + " has no effect",
          "name a candidate file, or add a `shadow` block or `mode: shadow` to a rule");
    }
  }

  public static boolean isInShadow(List<Rule> rules) {
    return rules.stream().anyMatch(Rule::isInShadow);
  }
}
