package dev.penstock.cli;

import dev.penstock.limit.LimitWords;
import dev.penstock.rule.Backoff;
import dev.penstock.rule.Pacing;
import java.io.PrintStream;

/** How an outbound rule holds calls and what it learns, in words. */
final class PacingWords {
  private PacingWords() {}

  static void print(Pacing pacing, PrintStream out) {
    print(pacing, "  ", out);
  }

  static void print(Pacing pacing, String margin, PrintStream out) {
    out.println(margin + "wait   " + wait(pacing));
    if (pacing.learn()) {
      out.println(
          margin
              + "learn  from the answers, which pause a host for up to "
              + LimitWords.duration(pacing.learnCapMicros()));
    }
    Backoff backoff = pacing.backoff();
    if (backoff != null) {
      out.println(
          margin
              + "back   off for up to "
              + LimitWords.duration(backoff.baseMicros())
              + ", doubled up to "
              + LimitWords.duration(backoff.capMicros())
              + ", where a refusal names no time");
    }
    if (pacing.countRetries()) {
      out.println(margin + "retry  counts as a call of its own, and so does a redirect");
    }
  }

  private static String wait(Pacing pacing) {
    if (!pacing.holds()) {
      return "never: a call that is too early is refused";
    }
    String longest = "up to " + LimitWords.duration(pacing.waitMicros());
    return pacing.limitsQueue()
        ? longest + ", " + ValidateCommand.count(pacing.queue(), "call") + " at once"
        : longest;
  }
}
