package dev.penstock.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects what is wrong with one file. */
final class Problems {
  private final Source source;
  private final List<Problem> errors = new ArrayList<>();
  private final List<Problem> warnings = new ArrayList<>();
  private final List<Problems> ofOtherFiles = new ArrayList<>();

  Problems(Source source) {
    this.source = source;
  }

  Source source() {
    return source;
  }

  void error(Span span, String path, String message, String help) {
    errors.add(problem(Severity.ERROR, span, path, message, help));
  }

  void warning(Span span, String path, String message, String help) {
    warnings.add(problem(Severity.WARNING, span, path, message, help));
  }

  void errorInFile(String message, String help) {
    errors.add(Problem.ofFile(source.name(), Severity.ERROR, message, help));
  }

  void warningInFile(String message, String help) {
    warnings.add(Problem.ofFile(source.name(), Severity.WARNING, message, help));
  }

  /** Adds what is wrong with a file that this one refers to. */
  void include(Problems ofOtherFile) {
    ofOtherFiles.add(ofOtherFile);
  }

  private Problem problem(Severity severity, Span span, String path, String message, String help) {
    int start = Math.max(0, Math.min(span.start(), source.length()));
    int line = source.line(start);
    return new Problem(
        source.name(),
        line,
        start - source.startOfLine(line) + 1,
        severity,
        Words.message(message),
        Excerpt.of(source, new Span(start, Math.max(span.end(), start))),
        path,
        Words.message(help));
  }

  boolean hasErrors() {
    for (Problems other : ofOtherFiles) {
      if (other.hasErrors()) {
        return true;
      }
    }
    return !errors.isEmpty();
  }

  /** What makes the file unusable, in its order. */
  List<Problem> errors() {
    List<Problem> all = inOrder(errors);
    for (Problems other : ofOtherFiles) {
      all.addAll(other.errors());
    }
    return all;
  }

  /** What is odd, in the order of the file. */
  List<Problem> warnings() {
    List<Problem> all = inOrder(warnings);
    for (Problems other : ofOtherFiles) {
      all.addAll(other.warnings());
    }
    return all;
  }

  private static List<Problem> inOrder(List<Problem> problems) {
    List<Problem> sorted = new ArrayList<>(problems);
    if (sorted.isEmpty()) {
      return sorted; // a good file at start-up need not pay for linking the comparators
    }
    sorted.sort(Comparator.comparingInt(Problem::line).thenComparingInt(Problem::column));
    return sorted;
  }
}
