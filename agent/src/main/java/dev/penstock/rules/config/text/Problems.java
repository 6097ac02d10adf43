package dev.penstock.rules.config.text;

import dev.penstock.rules.config.PlanTable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Collects the problems of one file. */
public final class Problems {
  private final SourceFile source;

  /*
   * Sets, because a setting that a rule and its candidate share is parsed twice, but its problem is
   * reported once.
   */
  private final Set<Problem> errors = new LinkedHashSet<>();
  private final Set<Problem> warnings = new LinkedHashSet<>();
  private final List<Problems> ofOtherFiles = new ArrayList<>();

  /**
   * The path of the rule whose candidate is being parsed; its problems may be in the rule itself.
   */
  private @Nullable String candidateOf;

  public Problems(SourceFile source) {
    this.source = source;
  }

  public SourceFile source() {
    return source;
  }

  public void error(SourceSpan span, String path, String message, String help) {
    add(Severity.ERROR, span, path, message, help, errors);
  }

  void warning(SourceSpan span, String path, String message, String help) {
    add(Severity.WARNING, span, path, message, help, warnings);
  }

  private void add(
      Severity severity,
      SourceSpan span,
      String path,
      String message,
      String help,
      Set<Problem> to) {
    Problem problem = problem(severity, span, path, message, help);
    String candidate = candidateOf;
    if (candidate == null || path.startsWith(candidate + ".shadow")) {
      to.add(problem);
    } else if (!to.contains(problem)) {
      to.add(problem(severity, span, path, "in shadow, " + message, help));
    }
  }

  /** Attributes further problems to the candidate of a rule; null to end that. */
  void inShadowOf(@Nullable String rulePath) {
    candidateOf = rulePath;
  }

  /** Adds an error at a position whose content must not be shown. */
  public void errorAt(PlanTable.TablePlace place, String message, String help) {
    errors.add(withoutExcerpt(Severity.ERROR, place, message, help));
  }

  /** Adds a warning at a position whose content must not be shown. */
  public void warningAt(PlanTable.TablePlace place, String message, String help) {
    warnings.add(withoutExcerpt(Severity.WARNING, place, message, help));
  }

  private Problem withoutExcerpt(
      Severity severity, PlanTable.TablePlace place, String message, String help) {
    return new Problem(
        source.name(),
        place.line(),
        place.column(),
        severity,
        message,
        List.of(),
        /* path= */ "",
        MessageWords.message(help));
  }

  public void errorInFile(String message, String help) {
    errors.add(Problem.ofFile(source.name(), Severity.ERROR, message, help));
  }

  public void warningInFile(String message, String help) {
    warnings.add(Problem.ofFile(source.name(), Severity.WARNING, message, help));
  }

  /** Includes the problems of a file that this one refers to. */
  public void include(Problems ofOtherFile) {
    ofOtherFiles.add(ofOtherFile);
  }

  private Problem problem(
      Severity severity, SourceSpan span, String path, String message, String help) {
    int start = Math.max(0, Math.min(span.start(), source.length()));
    int line = source.line(start);
    return new Problem(
        source.name(),
        line,
        start - source.startOfLine(line) + 1,
        severity,
        MessageWords.message(message),
        Excerpt.of(source, new SourceSpan(start, Math.max(span.end(), start))),
        path,
        MessageWords.message(help));
  }

  public boolean hasErrors() {
    for (Problems other : ofOtherFiles) {
      if (other.hasErrors()) {
        return true;
      }
    }
    return !errors.isEmpty();
  }

  /** The errors, in the order of the file. */
  public List<Problem> errors() {
    List<Problem> all = inOrder(errors);
    for (Problems other : ofOtherFiles) {
      all.addAll(other.errors());
    }
    return all;
  }

  /** The warnings, in the order of the file. */
  public List<Problem> warnings() {
    List<Problem> all = inOrder(warnings);
    for (Problems other : ofOtherFiles) {
      all.addAll(other.warnings());
    }
    return all;
  }

  private static List<Problem> inOrder(Collection<Problem> problems) {
    List<Problem> sorted = new ArrayList<>(problems);
    if (sorted.isEmpty()) {
      return sorted; // saves the time to link the comparators at start-up
    }
    sorted.sort(Comparator.comparingInt(Problem::line).thenComparingInt(Problem::column));
    return sorted;
  }
}
