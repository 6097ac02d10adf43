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

/** Reads what the top level of a file says of shadow mode. */
public final class ShadowParser {
  static final Vocabulary KEYS =
      new Vocabulary(List.of("file", "threshold", "min-requests", "min-duration"));
  private static final long MOST_REQUESTS = 1_000_000_000_000L;
  private static final int MOST_DAYS = 364;

  private final SettingsMap file;
  private final FileRole role;
  private @Nullable LocatedText candidate;
  private CutoverCriteria terms = CutoverCriteria.USUAL;
  private final @Nullable ShadowLogSettings log;

  ShadowParser(SettingsMap file, RulesFolder folder, FileRole role) {
    this.file = file;
    this.role = role;
    LocatedValue shadow = file.value("shadow");
    if (shadow != null && shadow.isMap()) {
      readMap(shadow);
    } else if (shadow != null) {
      candidate = shadow.isTrue() ? refuseFlag(shadow) : shadow.text();
    }
    log = ShadowLogParser.parse(file.value("shadow-log"), folder);
    if (role == FileRole.CANDIDATE) {
      checkCandidate();
    }
  }

  private static @Nullable LocatedText refuseFlag(LocatedValue shadow) {
    shadow.error(
        "`shadow` names a candidate file",
        "write `mode: shadow` to try all rules of this file, or `shadow: next.yaml`");
    return null;
  }

  private void readMap(LocatedValue shadow) {
    SettingsMap settings = shadow.settings(KEYS);
    if (settings == null) {
      return;
    }
    if (settings.isEmpty()) {
      shadow.error("`shadow` says nothing", "write `shadow: next.yaml`, or remove it");
    }
    candidate = settings.text("file");
    LocatedText threshold = settings.text("threshold");
    Long ppm = threshold == null ? null : PercentParser.parsePpm(threshold, "a threshold");
    Long requests = settings.number("min-requests", "the number of requests", 0, MOST_REQUESTS);
    LocatedText time = settings.text("min-duration");
    Long micros = time == null ? null : DurationParser.parseLong(time, "the time", MOST_DAYS);
    CutoverCriteria usual = CutoverCriteria.USUAL;
    terms =
        new CutoverCriteria(
            ppm == null ? usual.thresholdPpm() : ppm,
            requests == null ? usual.minRequests() : requests,
            micros == null ? usual.minDurationMicros() : micros);
  }

  /** What is said of shadow mode in a file that is itself in shadow. */
  private void checkCandidate() {
    if (candidate != null) {
      candidate.error("a candidate has no candidate of its own", "remove `shadow` from this file");
    } else {
      file.warningAt(
          "shadow",
          "the `shadow` of a candidate is not looked at",
          "what holds is what the file in force says");
    }
    file.warningAt(
        "shadow-log",
        "the `shadow-log` of a candidate is not looked at",
        "what holds is what the file in force says");
  }

  /** The file that this one is to be compared with; null if it names none. */
  @Nullable LocatedText candidate() {
    return candidate;
  }

  ShadowSettings shadowing() {
    return new ShadowSettings(terms, log);
  }

  ShadowBlocks blocks() {
    if (role == FileRole.CANDIDATE) {
      return ShadowBlocks.LEFT_OUT;
    }
    return candidate == null ? ShadowBlocks.COMPARED : ShadowBlocks.REFUSED;
  }

  /** Warns of what is said of shadow mode if there is no such thing. */
  void warnIfIdle(Mode mode, List<Rule> inbound, List<Rule> outbound) {
    boolean compared = role != FileRole.IN_FORCE || candidate != null || mode == Mode.SHADOW;
    if (compared || isInShadow(inbound) || isInShadow(outbound)) {
      return;
    }
    for (String setting : List.of("shadow", "shadow-log")) {
      file.warningAt(
          setting,
          "nothing is in shadow, so " + MessageWords.code(setting) + " has no meaning",
          "name a candidate, or write a `shadow` block or `mode: shadow` in a rule");
    }
  }

  public static boolean isInShadow(List<Rule> rules) {
    return rules.stream().anyMatch(Rule::isInShadow);
  }
}
