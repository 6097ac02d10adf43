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

/** Finds the rules file, loads it, and loads it again whenever it has changed. */
public final class RulesWatcher {
  /*
   * Each check reads the file and compares it with the last content. That costs a few kilobytes
   * twice a second and detects changes that a time stamp or a file watcher can miss: an editor that
   * renames, a Kubernetes volume that swaps a symbolic link, a copy that keeps its date. A change
   * is loaded when two checks in a row have seen it, so a half-written file is not loaded.
   *
   * Reading can block, and so can a thread that needs this monitor. Only methods that read files
   * take it. The data for `status`, metrics and requests is in volatile fields, which never block.
   */
  private final FileSource files;
  private final Consumer<RuleSets> newRules;
  private final Supplier<String> remark;
  private final AgentLog log;
  private final ReloadHistory history = new ReloadHistory();
  private SignalPublisher signals = SignalPublisher.SILENT;
  private volatile RulesFileLocations locations;
  private volatile @Nullable File file;
  private volatile RuleSets inForce = RuleSets.EMPTY;

  private @Nullable String candidate;

  /** The files from which the rules in force, or the broken rules, were read. */
  private @Nullable FileContents loaded;

  /** Changed files that one check has seen so far. */
  private @Nullable FileContents pending;

  /** The last warning about unreadable files; null once they can be read. */
  private @Nullable String lastWarning;

  /**
   * @param candidate the path of the candidate file; null if the rules file decides what is
   *     compared
   * @param files reads files within a bounded time
   * @param remark returns the end of log lines about the rules, such as switches; may be empty
   */
  public RulesWatcher(
      RulesFileLocations locations,
      @Nullable String candidate,
      FileSource files,
      Consumer<RuleSets> newRules,
      Supplier<String> remark,
      AgentLog log) {
    this.locations = locations;
    this.candidate = candidate;
    this.files = files;
    this.newRules = newRules;
    this.remark = remark;
    this.log = log;
  }

  /** Publishes loads to these signals. Called before the first load. */
  public void publishTo(SignalPublisher newSignals) {
    signals = newSignals;
  }

  /**
   * Loads the rules for the first time. Logs one line: the rules in force, or why there are none.
   */
  public synchronized void start(FirstLoad onFailure) {
    FileContents contents = new FileContents(files);
    File found = locations.find(contents);
    if (found == null) {
      NoRulesMessage message = NoRulesMessage.of(locations, contents);
      lastWarning = onFailure.message(message);
      report(message.isExpected(), lastWarning);
      return;
    }
    warnAboutIgnored(found, contents);
    file = found;
    load(found, contents, onFailure.consequence());
  }

  /** Returns the rules file; null if none has been found so far. */
  public @Nullable File file() {
    return file;
  }

  /** Returns the last valid rules as in the file, without switches. */
  public RuleSets rules() {
    return inForce;
  }

  /** True if rules have been put in force. */
  public boolean hasLoaded() {
    return history.reloads().loaded() > 0;
  }

  /** Returns the counts of loads and the last result. */
  public Reloads reloads() {
    return history.reloads();
  }

  /**
   * Switches to another rules file and loads it. If it has problems, nothing changes.
   *
   * @param newCandidate the path of the candidate file; null if the rules file decides
   * @return null on success, otherwise the problems
   */
  public synchronized @Nullable String switchTo(File newFile, @Nullable String newCandidate) {
    FileContents contents = new FileContents(files);
    ParsedRules parsed = RulesFile.read(contents, newFile, newCandidate);
    if (parsed instanceof ParsedRules.Broken broken) {
      return message(newFile + " has problems, nothing has changed", broken.problems());
    }
    locations = RulesFileLocations.only(newFile);
    candidate = newCandidate;
    file = newFile;
    lastWarning = null;
    apply(newFile, parsed, contents, /* ifBroken= */ "");
    return null;
  }

  /** Returns one line about the rules in force. */
  public String state() {
    RuleSets rules = inForce;
    File from = file;
    String state =
        from == null || rules.isEmpty()
            ? "none in force; looking for " + locations
            : RulesSummary.of(rules) + " from " + from;
    return state + remark.get();
  }

  /** Checks all files for changes. Called twice a second. */
  public synchronized void check() {
    FileContents last = loaded;
    FileContents now = last == null ? new FileContents(files) : last.reread();
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
    File found = locations.find(now);
    if (found == null) {
      NoRulesMessage message = NoRulesMessage.of(locations, now);
      warn(message.isExpected(), FirstLoad.OPTIONAL.message(message));
      return null;
    }
    warnAboutIgnored(found, now);
    file = found;
    lastWarning = null;
    return found;
  }

  /** Warns about directories in earlier locations: almost always a failed mount. */
  private void warnAboutIgnored(File found, FileContents contents) {
    for (File location : locations.all()) {
      if (location.equals(found)) {
        return;
      }
      String warning = NoRulesMessage.ofIgnored(location, contents);
      if (warning != null) {
        log.warn(warning);
      }
    }
  }

  /** Returns false and logs a warning if the rules or a file that they name cannot be read now. */
  private boolean isReadable(File rules, FileContents now, @Nullable FileContents last) {
    boolean isNew = !now.isSameAs(last);
    IOException problem = now.problem(rules);
    if (problem != null) {
      if (last == null) {
        // The file disappeared before it was loaded, so all locations are searched again.
        file = null;
      } else if (isNew) {
        warn(rules + " cannot be read any more", problem);
      }
      return false;
    }
    File stalled = now.stalled();
    if (stalled != null && isNew) {
      warn(stalled + " cannot be read", now.problem(stalled));
    }
    return stalled == null;
  }

  private void warn(String what, @Nullable IOException problem) {
    String why = problem == null ? "" : " (" + problem.getMessage() + ")";
    boolean none = inForce.isEmpty();
    String state = none ? "nothing is limited" : "its last rules stay in force";
    warn(/* isExpected= */ false, what + why + "; " + state);
  }

  private void warn(boolean isExpected, String message) {
    if (!message.equals(lastWarning)) {
      lastWarning = message;
      report(isExpected, message);
    }
  }

  private void report(boolean isExpected, String message) {
    if (isExpected) {
      history.noted(message);
      log.info(message);
    } else {
      history.unreadable(message);
      log.warn(message);
    }
  }

  private void readableAgain(File rules) {
    if (lastWarning != null) {
      lastWarning = null;
      report(/* isExpected= */ true, rules + " can be read again; its rules have not changed");
    }
  }

  private String stateIfBroken() {
    return inForce.isEmpty()
        ? FirstLoad.OPTIONAL.consequence()
        : "the last good rules stay in force";
  }

  private void load(File from, FileContents contents, String ifBroken) {
    apply(from, RulesFile.read(contents, from, candidate), contents, ifBroken);
  }

  private void apply(File from, ParsedRules parsed, FileContents contents, String ifBroken) {
    loaded = contents.of(from, parsed.alsoRead());
    pending = null;
    lastWarning = null;
    if (!(parsed instanceof ParsedRules.Good good)) {
      List<Problem> problems = ((ParsedRules.Broken) parsed).problems();
      history.failed(from + " has problems; " + ifBroken, problems);
      String warning = warn(from + " has problems; " + ifBroken, problems);
      signals.reloaded(/* inForce= */ false, warning);
      return;
    }
    RuleSets last = inForce;
    RuleSets rules = good.rules();
    inForce = rules;
    newRules.accept(rules);
    String message =
        last.isEmpty()
            ? RulesSummary.of(rules) + " from " + from
            : "reloaded " + from + ": " + RuleChanges.between(last, rules);
    history.loaded(message, good.candidateProblems());
    log.info(message + remark.get());
    signals.reloaded(/* inForce= */ true, message);
    for (Problem warning : good.warnings()) {
      log.info(warning.render());
    }
    if (!good.candidateProblems().isEmpty()) {
      warn("the candidate has problems; nothing is compared with it", good.candidateProblems());
    }
  }

  private String warn(String what, List<Problem> problems) {
    String message = message(what, problems);
    log.warn(message);
    return message;
  }

  private static String message(String what, List<Problem> problems) {
    StringBuilder text = new StringBuilder(what);
    for (Problem problem : problems) {
      text.append(System.lineSeparator()).append(problem.render());
    }
    return text.toString();
  }
}
