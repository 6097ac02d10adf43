package dev.penstock.agent.reload;

import dev.penstock.rules.config.text.Problem;
import dev.penstock.telemetry.Snapshot.Reloads;
import java.util.ArrayList;
import java.util.List;

/** Counts loads of the rules and keeps the last result. Reading it never blocks. */
final class ReloadHistory {
  private volatile Reloads reloads = new Reloads(0, 0, 0, "", List.of());
  private List<String> problemsInFile = List.of();

  /** Records that rules were put in force; their candidate may have problems. */
  synchronized void loaded(String message, List<Problem> problemsOfCandidate) {
    problemsInFile = rendered(problemsOfCandidate);
    Reloads last = reloads;
    reloads = new Reloads(last.loaded() + 1, last.failed(), now(), message, problemsInFile);
  }

  /** Records that rules have problems and were not put in force. */
  synchronized void failed(String message, List<Problem> problems) {
    problemsInFile = rendered(problems);
    Reloads last = reloads;
    reloads = new Reloads(last.loaded(), last.failed() + 1, now(), message, problemsInFile);
  }

  /** Records a message about the rules file that is not a problem. */
  synchronized void noted(String message) {
    update(message, problemsInFile);
  }

  /** Records that files cannot be read. This is a problem until they can. */
  synchronized void unreadable(String message) {
    List<String> problems = new ArrayList<>(problemsInFile);
    problems.add(0, message);
    update(message, List.copyOf(problems));
  }

  private void update(String message, List<String> problems) {
    Reloads last = reloads;
    reloads = new Reloads(last.loaded(), last.failed(), last.lastMillis(), message, problems);
  }

  private static long now() {
    return System.currentTimeMillis();
  }

  private static List<String> rendered(List<Problem> problems) {
    return problems.stream().map(Problem::render).toList();
  }

  Reloads reloads() {
    return reloads;
  }
}
