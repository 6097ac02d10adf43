package dev.penstock.cli.explain;

import dev.penstock.cli.ValidateCommand;
import dev.penstock.limit.LimitDescription;
import dev.penstock.rules.BackoffSettings;
import dev.penstock.rules.PacingSettings;
import java.io.PrintStream;

/** How an outbound rule holds calls and what it learns, in words. */
final class PacingDescription {
  private PacingDescription() {}

  static void print(PacingSettings pacing, PrintStream out) {
    print(pacing, "  ", out);
  }

  static void print(PacingSettings pacing, String margin, PrintStream out) {
    out.println(margin + "wait   " + wait(pacing));
    if (pacing.learn()) {
      out.println(
          margin
              + "learn  from the answers, which pause a host for up to "
              + LimitDescription.duration(pacing.learnCapMicros()));
    }
    BackoffSettings backoff = pacing.backoff();
    if (backoff != null) {
      out.println(
          margin
              + "back   off for up to "
              + LimitDescription.duration(backoff.baseMicros())
              + ", doubled up to "
              + LimitDescription.duration(backoff.capMicros())
              + ", where a refusal names no time");
    }
    if (pacing.countRetries()) {
      out.println(margin + "retry  counts as a call of its own, and so does a redirect");
    }
  }

  private static String wait(PacingSettings pacing) {
    if (!pacing.holds()) {
      return "never: a call that is too early is refused";
    }
    String longest = "up to " + LimitDescription.duration(pacing.waitMicros());
    return pacing.limitsQueue()
        ? longest + ", " + ValidateCommand.count(pacing.queue(), "call") + " at once"
        : longest;
  }
}
