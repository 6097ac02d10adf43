package dev.penstock.config;

import dev.penstock.rule.CutoverTerms;
import dev.penstock.rule.Mode;
import dev.penstock.rule.Rule;
import dev.penstock.rule.ShadowLog;
import dev.penstock.rule.Shadowing;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what the top level of a file says of shadow mode. */
final class ShadowParser {
  static final Vocabulary KEYS =
      new Vocabulary(List.of("file", "threshold", "min-requests", "min-duration"));
  private static final long MOST_REQUESTS = 1_000_000_000_000L;
  private static final int MOST_DAYS = 364;

  private final Settings file;
  private final Role role;
  private @Nullable Text candidate;
  private CutoverTerms terms = CutoverTerms.USUAL;
  private final @Nullable ShadowLog log;

  ShadowParser(Settings file, Folder folder, Role role) {
    this.file = file;
    this.role = role;
    Value shadow = file.value("shadow");
    if (shadow != null && shadow.isMap()) {
      readMap(shadow);
    } else if (shadow != null) {
      candidate = shadow.isTrue() ? refuseFlag(shadow) : shadow.text();
    }
    log = ShadowLogParser.parse(file.value("shadow-log"), folder);
    if (role == Role.CANDIDATE) {
      checkCandidate();
    }
  }

  private static @Nullable Text refuseFlag(Value shadow) {
    shadow.error(
        "`shadow` names a candidate file",
        "write `mode: shadow` to try all rules of this file, or `shadow: next.yaml`");
    return null;
  }

  private void readMap(Value shadow) {
    Settings settings = shadow.settings(KEYS);
    if (settings == null) {
      return;
    }
    if (settings.isEmpty()) {
      shadow.error("`shadow` says nothing", "write `shadow: next.yaml`, or remove it");
    }
    candidate = settings.text("file");
    Text threshold = settings.text("threshold");
    Long ppm = threshold == null ? null : Share.parsePpm(threshold, "a threshold");
    Long requests = settings.number("min-requests", "the number of requests", 0, MOST_REQUESTS);
    Text time = settings.text("min-duration");
    Long micros = time == null ? null : DurationParser.parseLong(time, "the time", MOST_DAYS);
    CutoverTerms usual = CutoverTerms.USUAL;
    terms =
        new CutoverTerms(
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
  @Nullable Text candidate() {
    return candidate;
  }

  Shadowing shadowing() {
    return new Shadowing(terms, log);
  }

  Blocks blocks() {
    if (role == Role.CANDIDATE) {
      return Blocks.LEFT_OUT;
    }
    return candidate == null ? Blocks.COMPARED : Blocks.REFUSED;
  }

  /** Warns of what is said of shadow mode if there is no such thing. */
  void warnIfIdle(Mode mode, List<Rule> inbound, List<Rule> outbound) {
    boolean compared = role != Role.IN_FORCE || candidate != null || mode == Mode.SHADOW;
    if (compared || isInShadow(inbound) || isInShadow(outbound)) {
      return;
    }
    for (String setting : List.of("shadow", "shadow-log")) {
      file.warningAt(
          setting,
          "nothing is in shadow, so " + Words.code(setting) + " has no meaning",
          "name a candidate, or write a `shadow` block or `mode: shadow` in a rule");
    }
  }

  static boolean isInShadow(List<Rule> rules) {
    return rules.stream().anyMatch(Rule::isInShadow);
  }
}
