package dev.penstock.agent;

import dev.penstock.config.Problem;
import dev.penstock.telemetry.Snapshot.Reloads;
import java.util.List;

/** How often the rules were read, and what came of it last. */
final class ReloadHistory {
  private long loaded;
  private long failed;
  private long lastMillis;
  private String lastWords = "";
  private List<String> problems = List.of();

  /** The rules were put in force; the candidate beside them may have problems. */
  synchronized void loaded(String words, List<Problem> problemsOfCandidate) {
    loaded++;
    note(words, problemsOfCandidate);
  }

  /** The rules have problems, and were not put in force. */
  synchronized void failed(String words, List<Problem> newProblems) {
    failed++;
    note(words, newProblems);
  }

  private void note(String words, List<Problem> newProblems) {
    lastMillis = System.currentTimeMillis();
    lastWords = words;
    problems = newProblems.stream().map(Problem::render).toList();
  }

  /** Nothing was read, and that is what was said of it. */
  synchronized void said(String words) {
    lastWords = words;
  }

  synchronized Reloads figures() {
    return new Reloads(loaded, failed, lastMillis, lastWords, problems);
  }
}
