package dev.penstock.agent.reload;

import dev.penstock.log.AgentLog;
import dev.penstock.rules.RuleSets;
import dev.penstock.rules.config.ParsedRules;
import dev.penstock.rules.config.RulesFile;
import dev.penstock.rules.config.text.FileSource;
import dev.penstock.rules.config.text.Problem;
import dev.penstock.telemetry.SignalPublisher;
import dev.penstock.telemetry.Snapshot.Reloads;
import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Watches the rules file: finds it, reads it, and reads it again when it has changed. */
public final class RulesWatcher {
  /*
   * The file is read at every look and compared with what was read before. That is a few kilobytes
   * twice a second, and it sees what a time stamp or a file watcher can miss: an editor that renames,
   * a Kubernetes volume that swaps a symbolic link, a copy that keeps its date. A change counts when
   * two looks in a row have seen it, so a file that is being written is not read in the middle.
   *
   * Reading can wait for the file system, and so can a thread that needs this monitor. Only methods
   * that read take it. What `status`, metrics and requests need is in volatile fields: they never
   * wait for a file.
   */
  private final FileSource files;
  private final Consumer<RuleSets> newRules;
  private final Supplier<String> remark;
  private final AgentLog log;
  private final ReloadHistory history = new ReloadHistory();
  private SignalPublisher signals = SignalPublisher.SILENT;
  private volatile RulesFileLocations places;
  private volatile @Nullable File file;
  private volatile RuleSets inForce = RuleSets.EMPTY;

  private @Nullable String candidate;

  /** What the rules in force, or the broken file, were made of. */
  private @Nullable FileContents seen;

  private @Nullable FileContents pending;

  /** The last warning that files cannot be read; null once they can. */
  private @Nullable String complaint;

  /**
   * @param candidate the file that rules are to be compared with; null if they say themselves
   * @param files reads files within a bounded time
   * @param remark what is to be said of rules beside what the file says; empty if nothing
   */
  public RulesWatcher(
      RulesFileLocations places,
      @Nullable String candidate,
      FileSource files,
      Consumer<RuleSets> newRules,
      Supplier<String> remark,
      AgentLog log) {
    this.places = places;
    this.candidate = candidate;
    this.files = files;
    this.newRules = newRules;
    this.remark = remark;
    this.log = log;
  }

  /** Tells of what happens, from the beginning on. */
  public void tell(SignalPublisher newSignals) {
    signals = newSignals;
  }

  /** The first look, at start: says in one line what is in force, or why nothing is. */
  public synchronized void start(FirstLoad onFailure) {
    FileContents contents = new FileContents(files);
    File found = places.find(contents);
    if (found == null) {
      NoRulesMessage message = NoRulesMessage.of(places, contents);
      complaint = onFailure.words(message);
      report(message.isExpected(), complaint);
      return;
    }
    warnOfIgnored(found, contents);
    file = found;
    load(found, contents, onFailure.consequence());
  }

  /** The rules file; null as long as none was found. */
  public @Nullable File file() {
    return file;
  }

  /** The last good rules, as the file has them. */
  public RuleSets rules() {
    return inForce;
  }

  /** True once rules were read and put in force. */
  public boolean hasLoaded() {
    return history.figures().loaded() > 0;
  }

  /** How often the file was read, and the result of the last time. */
  public Reloads reloads() {
    return history.figures();
  }

  /**
   * Takes the rules from another place from now on; unless they are broken, they are in force then.
   *
   * @param newCandidate the file that they are to be compared with; null if they say themselves
   * @return null if it has done so, else what is wrong with them
   */
  public synchronized @Nullable String follow(File newFile, @Nullable String newCandidate) {
    FileContents contents = new FileContents(files);
    ParsedRules parsed = RulesFile.read(contents, newFile, newCandidate);
    if (parsed instanceof ParsedRules.Broken broken) {
      return words(newFile + " has problems, nothing has changed", broken.problems());
    }
    places = RulesFileLocations.only(newFile);
    candidate = newCandidate;
    file = newFile;
    complaint = null;
    apply(newFile, parsed, contents, /* ifBroken= */ "");
    return null;
  }

  /** What is in force, in one line. */
  public String state() {
    RuleSets rules = inForce;
    File from = file;
    String state =
        from == null || rules.equals(RuleSets.EMPTY)
            ? "none in force; looking for " + places
            : RulesSummary.of(rules) + " from " + from;
    return state + remark.get();
  }

  /** A further look. */
  public synchronized void look() {
    FileContents last = seen;
    FileContents now = last == null ? new FileContents(files) : last.again();
    File rules = file == null ? find(now) : file;
    if (rules == null) {
      return;
    }
    now = last == null ? now.of(rules, List.of()) : now;
    if (!isReadable(rules, now, last)) {
      pending = null;
    } else if (now.isSameAs(last)) {
      pending = null;
      readableAgain(rules);
    } else if (now.isSameAs(pending)) {
      load(rules, now, stateIfBroken());
    } else {
      pending = now;
    }
  }

  private @Nullable File find(FileContents now) {
    File found = places.find(now);
    if (found == null) {
      NoRulesMessage message = NoRulesMessage.of(places, now);
      complain(message.isExpected(), FirstLoad.OPTIONAL.words(message));
      return null;
    }
    warnOfIgnored(found, now);
    file = found;
    complaint = null;
    return found;
  }

  /** A directory in a place that was searched before: almost always a mount that went wrong. */
  private void warnOfIgnored(File found, FileContents contents) {
    for (File place : places.all()) {
      if (place.equals(found)) {
        return;
      }
      String warning = NoRulesMessage.ofIgnored(place, contents);
      if (warning != null) {
        log.warn(warning);
      }
    }
  }

  /** False, with a warning, if the rules or a file that they name cannot be read right now. */
  private boolean isReadable(File rules, FileContents now, @Nullable FileContents last) {
    boolean isNew = !now.isSameAs(last);
    IOException problem = now.problem(rules);
    if (problem != null) {
      if (last == null) {
        // It was gone before it was loaded: any place may have the next one.
        file = null;
      } else if (isNew) {
        complain(rules + " cannot be read any more", problem);
      }
      return false;
    }
    File stalled = now.stalled();
    if (stalled != null && isNew) {
      complain(stalled + " cannot be read", now.problem(stalled));
    }
    return stalled == null;
  }

  private void complain(String what, @Nullable IOException problem) {
    String why = problem == null ? "" : " (" + problem.getMessage() + ")";
    boolean none = inForce.equals(RuleSets.EMPTY);
    String state = none ? "nothing is limited" : "its last rules stay in force";
    complain(/* isExpected= */ false, what + why + "; " + state);
  }

  private void complain(boolean isExpected, String words) {
    if (!words.equals(complaint)) {
      complaint = words;
      report(isExpected, words);
    }
  }

  private void report(boolean isExpected, String words) {
    if (isExpected) {
      history.said(words);
      log.info(words);
    } else {
      history.unreadable(words);
      log.warn(words);
    }
  }

  private void readableAgain(File rules) {
    if (complaint != null) {
      complaint = null;
      report(/* isExpected= */ true, rules + " can be read again; its rules have not changed");
    }
  }

  private String stateIfBroken() {
    return inForce.equals(RuleSets.EMPTY)
        ? FirstLoad.OPTIONAL.consequence()
        : "the last good rules stay in force";
  }

  private void load(File from, FileContents contents, String ifBroken) {
    apply(from, RulesFile.read(contents, from, candidate), contents, ifBroken);
  }

  private void apply(File from, ParsedRules parsed, FileContents contents, String ifBroken) {
    seen = contents.of(from, parsed.alsoRead());
    pending = null;
    complaint = null;
    if (!(parsed instanceof ParsedRules.Good good)) {
      List<Problem> problems = ((ParsedRules.Broken) parsed).problems();
      history.failed(from + " has problems; " + ifBroken, problems);
      String warning = complain(from + " has problems; " + ifBroken, problems);
      signals.reloaded(/* inForce= */ false, warning);
      return;
    }
    RuleSets last = inForce;
    RuleSets rules = good.rules();
    inForce = rules;
    newRules.accept(rules);
    String words =
        last.equals(RuleSets.EMPTY)
            ? RulesSummary.of(rules) + " from " + from
            : "reloaded " + from + ": " + RuleChanges.between(last, rules);
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
}
