package dev.penstock.agent.reload;

import dev.penstock.rules.config.text.Problem;
import dev.penstock.telemetry.Snapshot.Reloads;
import java.util.ArrayList;
import java.util.List;

/** How often the rules were read, and the result of the last time; reading it never waits. */
final class ReloadHistory {
  private volatile Reloads figures = new Reloads(0, 0, 0, "", List.of());
  private List<String> problemsInFile = List.of();

  /** The rules were put in force; the candidate beside them may have problems. */
  synchronized void loaded(String words, List<Problem> problemsOfCandidate) {
    problemsInFile = rendered(problemsOfCandidate);
    Reloads last = figures;
    figures = new Reloads(last.loaded() + 1, last.failed(), now(), words, problemsInFile);
  }

  /** The rules have problems, and were not put in force. */
  synchronized void failed(String words, List<Problem> problems) {
    problemsInFile = rendered(problems);
    Reloads last = figures;
    figures = new Reloads(last.loaded(), last.failed() + 1, now(), words, problemsInFile);
  }

  /** No rules were read, for the reason in these words. */
  synchronized void said(String words) {
    say(words, problemsInFile);
  }

  /** The files cannot be read, which is a problem until they can. */
  synchronized void unreadable(String words) {
    List<String> problems = new ArrayList<>(problemsInFile);
    problems.add(0, words);
    say(words, List.copyOf(problems));
  }

  private void say(String words, List<String> problems) {
    Reloads last = figures;
    figures = new Reloads(last.loaded(), last.failed(), last.lastMillis(), words, problems);
  }

  private static long now() {
    return System.currentTimeMillis();
  }

  private static List<String> rendered(List<Problem> problems) {
    return problems.stream().map(Problem::render).toList();
  }

  Reloads figures() {
    return figures;
  }
}
