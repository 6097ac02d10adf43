package dev.penstock.shadow;

import dev.penstock.rules.CutoverCriteria;
import dev.penstock.telemetry.CountedClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Whether a candidate can be put in force.
 *
 * @param ready true if nothing speaks against it
 * @param reasons in words; what speaks against it, or else what speaks for it
 */
public record Verdict(boolean ready, List<String> reasons) {
  private static final double PPM_PER_PERCENT = 10_000;
  private static final double LEAST_SHOWN_PPM = 50;

  public Verdict {
    reasons = List.copyOf(reasons);
  }

  public static Verdict of(ComparisonResult findings) {
    List<String> against = new ArrayList<>();
    CutoverCriteria terms = findings.terms();
    if (findings.watchedMicros() < terms.minDurationMicros()) {
      against.add(
          "watched for "
              + duration(findings.watchedMicros())
              + " of "
              + duration(terms.minDurationMicros()));
    }
    long calls = findings.inbound().counts().total() + findings.outbound().counts().total();
    if (calls < terms.minRequests()) {
      against.add(number(calls) + " of " + number(terms.minRequests()) + " requests seen");
    }
    against(findings.inbound(), "requests", terms, against);
    against(findings.outbound(), "outbound calls", terms, against);
    if (!against.isEmpty()) {
      return new Verdict(/* ready= */ false, against);
    }
    AgreementCounts all = findings.inbound().counts().plus(findings.outbound().counts());
    return new Verdict(
        /* ready= */ true,
        List.of(
            percent(all.divergingPpm())
                + " of "
                + number(calls)
                + " requests diverge, at most "
                + percent((double) terms.thresholdPpm())
                + " may"));
  }

  private static void against(
      TrafficComparison traffic, String what, CutoverCriteria terms, List<String> against) {
    double ppm = traffic.counts().divergingPpm();
    if (ppm > terms.thresholdPpm()) {
      against.add(
          percent(ppm)
              + " of "
              + what
              + " diverge, more than "
              + percent((double) terms.thresholdPpm())
              + because(traffic));
    }
  }

  private static String because(TrafficComparison traffic) {
    boolean more = traffic.counts().onlyNewRejects() >= traffic.counts().onlyOldRejects();
    List<CountedClient> clients = more ? traffic.newlyRejected() : traffic.newlyAdmitted();
    if (clients.isEmpty()) {
      return "";
    }
    CountedClient most = clients.get(0);
    return "; most of all `"
        + most.rule()
        + "` for client "
        + most.id()
        + (more ? ", newly rejected " : ", newly admitted ")
        + number(most.count())
        + " times";
  }

  /** Whatever diverges at all is more than nothing. */
  static String percent(double ppm) {
    return ppm > 0 && ppm < LEAST_SHOWN_PPM
        ? "<0.01 %"
        : String.format(Locale.ROOT, "%.2f %%", ppm / PPM_PER_PERCENT);
  }

  static String number(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  static String duration(long micros) {
    long minutes = micros / 60_000_000;
    return minutes < 60
        ? minutes + " min"
        : minutes < 48 * 60
            ? minutes / 60 + " h" + (minutes % 60 == 0 ? "" : " " + minutes % 60 + " min")
            : minutes / (24 * 60) + " days";
  }
}
