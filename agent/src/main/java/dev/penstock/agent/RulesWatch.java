package dev.penstock.agent;

import dev.penstock.config.ConfigFile;
import dev.penstock.config.Parsed;
import dev.penstock.config.Problem;
import dev.penstock.log.AgentLog;
import dev.penstock.rule.Mode;
import dev.penstock.rule.RuleSets;
import dev.penstock.shadow.Trial;
import dev.penstock.telemetry.Snapshot.Reloads;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Keeps an eye on the rules file: finds it, reads it, and reads it again when it has changed. */
final class RulesWatch {
  /*
   * The file is read at every look and compared with what was read before. That is a few kilobytes
   * twice a second, and it sees what a time stamp or a file watcher can miss: an editor that renames,
   * a Kubernetes volume that swaps a symbolic link, a copy that keeps its date. A change counts when
   * two looks in a row have seen it, so a file that is being written is not read in the middle.
   */
  private RulesPlaces places;
  private @Nullable String candidate;
  private final Consumer<RuleSets> newRules;
  private final Supplier<String> remark;
  private final AgentLog log;
  private @Nullable File file;
  private byte @Nullable [] seen;
  private byte @Nullable [] pending;
  private List<File> alsoRead = List.of();
  private RuleSets inForce = RuleSets.EMPTY;
  private boolean gone;
  private final ReloadHistory history = new ReloadHistory();
  private SignalBox signals = SignalBox.SILENT;

  /**
   * @param candidate the file that rules are to be compared with; null if they say themselves
   * @param remark what is to be said of rules beside what the file says; empty if nothing
   */
  RulesWatch(
      RulesPlaces places,
      @Nullable String candidate,
      Consumer<RuleSets> newRules,
      Supplier<String> remark,
      AgentLog log) {
    this.places = places;
    this.candidate = candidate;
    this.newRules = newRules;
    this.remark = remark;
    this.log = log;
  }

  /** Tells of what happens, from the beginning on. */
  void tell(SignalBox newSignals) {
    signals = newSignals;
  }

  /** The first look, at start: says in one line what is in force. */
  synchronized void start() {
    file = places.find();
    if (file == null) {
      String nothing = "no rules yet, nothing is limited; keeps looking for " + places;
      history.said(nothing);
      log.info(nothing);
      return;
    }
    load(file);
  }

  /** The rules file; null as long as none was found. */
  synchronized @Nullable File file() {
    return file;
  }

  /** The last good rules, as the file has them. */
  synchronized RuleSets rules() {
    return inForce;
  }

  /** How often the file was read, and what came of it last. */
  Reloads reloads() {
    return history.figures();
  }

  /**
   * Takes the rules from another place from now on; unless they are broken, they are in force then.
   *
   * @param newCandidate the file that they are to be compared with; null if they say themselves
   * @return null if it has done so, else what is wrong with them
   */
  synchronized @Nullable String follow(File newFile, @Nullable String newCandidate) {
    if (ConfigFile.read(newFile, newCandidate) instanceof Parsed.Broken broken) {
      return words(newFile + " has problems, nothing has changed", broken.problems());
    }
    places = RulesPlaces.only(newFile);
    candidate = newCandidate;
    file = newFile;
    gone = false;
    pending = null;
    load(newFile);
    return null;
  }

  /** What is in force, in one line. */
  synchronized String state() {
    String state =
        file == null || inForce.equals(RuleSets.EMPTY)
            ? "none in force; looking for " + places
            : summary(inForce) + " from " + file;
    return state + remark.get();
  }

  /** A further look. */
  synchronized void look() {
    if (file == null) {
      file = places.find();
    }
    if (file == null) {
      return;
    }
    byte[] now = contentOfAll(file);
    if (now == null) {
      missing(file);
      return;
    }
    gone = false;
    if (Arrays.equals(now, seen)) {
      pending = null;
    } else if (Arrays.equals(now, pending)) {
      pending = null;
      load(file);
    } else {
      pending = now;
    }
  }

  private void missing(File lost) {
    if (!gone && seen != null) {
      String words = lost + " cannot be read any more; its last rules stay in force";
      history.said(words);
      log.warn(words);
    }
    gone = true;
  }

  private static byte @Nullable [] contentOf(File from) {
    try {
      return ConfigFile.bytesOf(from);
    } catch (IOException unreadable) {
      return null;
    }
  }

  /** The content of the rules file and of the files that it refers to; null without the first. */
  private byte @Nullable [] contentOfAll(File rules) {
    byte[] content = contentOf(rules);
    if (content == null || alsoRead.isEmpty()) {
      return content;
    }
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(content);
    for (File other : alsoRead) {
      byte[] further = contentOf(other);
      // A mark before each, so that what moves from one file to the next is seen as well.
      all.write(further == null ? 0 : 1);
      all.writeBytes(further == null ? new byte[0] : further);
    }
    return all.toByteArray();
  }

  private void load(File from) {
    // Taken before it is read: what changes in between is then seen as a change at the next look.
    byte[] before = contentOfAll(from);
    Parsed parsed = ConfigFile.read(from, candidate);
    boolean sameFiles = parsed.alsoRead().equals(alsoRead);
    alsoRead = parsed.alsoRead();
    seen = sameFiles ? before : contentOfAll(from);
    if (!(parsed instanceof Parsed.Good good)) {
      String state =
          inForce.equals(RuleSets.EMPTY)
              ? "nothing is limited"
              : "the last good rules stay in force";
      List<Problem> problems = ((Parsed.Broken) parsed).problems();
      history.failed(from + " has problems; " + state, problems);
      String complaint = complain(from + " has problems; " + state, problems);
      signals.reloaded(/* inForce= */ false, complaint);
      return;
    }
    RuleSets last = inForce;
    inForce = good.rules();
    newRules.accept(inForce);
    String words =
        last.equals(RuleSets.EMPTY)
            ? summary(inForce) + " from " + from
            : "reloaded " + from + ": " + RuleChanges.between(last, inForce);
    history.loaded(words, good.candidateProblems());
    log.info(words + remark.get());
    signals.reloaded(/* inForce= */ true, words);
    for (Problem warning : good.warnings()) {
      log.info(warning.render());
    }
    if (!good.candidateProblems().isEmpty()) {
      complain("the candidate has problems; nothing is compared with it", good.candidateProblems());
    }
  }

  private String complain(String what, List<Problem> problems) {
    String words = words(what, problems);
    log.warn(words);
    return words;
  }

  private static String words(String what, List<Problem> problems) {
    StringBuilder text = new StringBuilder(what);
    for (Problem problem : problems) {
      text.append(System.lineSeparator()).append(problem.render());
    }
    return text.toString();
  }

  private static String summary(RuleSets ruleSets) {
    int count = ruleSets.size();
    String rules = count == 1 ? "1 rule" : count + " rules";
    String what =
        switch (ruleSets.mode()) {
          case ENFORCE -> "enforcing " + rules;
          case SHADOW -> "in shadow, refusing nothing: " + rules;
          case OFF -> "switched off: " + rules;
        };
    return what + compared(ruleSets);
  }

  private static String compared(RuleSets ruleSets) {
    RuleSets.Candidate candidate = ruleSets.candidate();
    if (ruleSets.mode() == Mode.OFF || !Trial.isIn(ruleSets)) {
      return "";
    }
    return candidate == null
        ? " (some compared in shadow)"
        : " (compared with " + candidate.name() + ")";
  }
}
