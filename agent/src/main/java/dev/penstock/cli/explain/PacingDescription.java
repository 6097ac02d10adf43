package dev.penstock.cli.explain;

import dev.penstock.cli.ValidateCommand;
import dev.penstock.limit.LimitDescription;
import dev.penstock.rules.BackoffSettings;
import dev.penstock.rules.PacingSettings;
import java.io.PrintStream;

/** Describes how an outbound rule holds calls and what it learns from responses. */
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
              + "learn  from responses, which pause a host for up to "
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
              + ", if a rejection names no time");
    }
    if (pacing.countRetries()) {
      out.println(margin + "retry  every retry and redirect counts as a call");
    }
  }

  private static String wait(PacingSettings pacing) {
    if (!pacing.holds()) {
      return "none: a call above the limit is rejected at once";
    }
    String longest = "up to " + LimitDescription.duration(pacing.waitMicros());
    return pacing.limitsQueue()
        ? longest + ", " + ValidateCommand.count(pacing.queue(), "call") + " at once"
        : longest;
  }
}
