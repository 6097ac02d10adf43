package dev.penstock.shadow;

import dev.penstock.rules.CutoverCriteria;
import dev.penstock.telemetry.CountedClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Whether a candidate is ready to be enforced.
 *
 * @param ready true if it meets all criteria
 * @param reasons the criteria that it does not meet, or else why it is ready
 */
public record Verdict(boolean ready, List<String> reasons) {
  private static final double PPM_PER_PERCENT = 10_000;
  private static final double LEAST_SHOWN_PPM = 50;

  public Verdict {
    reasons = List.copyOf(reasons);
  }

  public static Verdict of(ComparisonResult result) {
    CutoverCriteria criteria = result.criteria();
    long calls = result.inbound().counts().total() + result.outbound().counts().total();
    List<String> against = new ArrayList<>();
    checkAmount(result, calls, against);
    checkThreshold(result.inbound(), "requests", criteria, against);
    checkThreshold(result.outbound(), "outbound calls", criteria, against);
    if (!against.isEmpty()) {
      return new Verdict(/* ready= */ false, against);
    }
    AgreementCounts all = result.inbound().counts().plus(result.outbound().counts());
    return new Verdict(
        /* ready= */ true,
        List.of(
            percent(all.divergingPpm())
                + " of "
                + number(calls)
                + " calls diverge, within the threshold of "
                + percent((double) criteria.thresholdPpm())));
  }

  private static void checkAmount(ComparisonResult result, long calls, List<String> against) {
    CutoverCriteria criteria = result.criteria();
    if (result.watchedMicros() < criteria.minDurationMicros()) {
      against.add(
          "compared for "
              + duration(result.watchedMicros())
              + " of the required "
              + duration(criteria.minDurationMicros()));
    }
    if (calls < criteria.minRequests()) {
      against.add(
          "compared "
              + number(calls)
              + " of the required "
              + number(criteria.minRequests())
              + " calls");
    }
  }

  private static void checkThreshold(
      TrafficComparison traffic, String noun, CutoverCriteria criteria, List<String> against) {
    double ppm = traffic.counts().divergingPpm();
    if (ppm > criteria.thresholdPpm()) {
      against.add(
          percent(ppm)
              + " of "
              + noun
              + " diverge, above the threshold of "
              + percent((double) criteria.thresholdPpm())
              + mostAffected(traffic));
    }
  }

  private static String mostAffected(TrafficComparison traffic) {
    boolean rejectsMore =
        traffic.counts().onlyCandidateRejects() >= traffic.counts().onlyEnforcedRejects();
    List<CountedClient> clients = rejectsMore ? traffic.newlyRejected() : traffic.newlyAdmitted();
    if (clients.isEmpty()) {
      return "";
    }
    CountedClient most = clients.get(0);
    return "; most affected: client "
        + most.id()
        + " of rule `"
        + most.rule()
        + (rejectsMore ? "`, newly rejected " : "`, newly admitted ")
        + number(most.count())
        + " times";
  }

  /** A share in percent; a share above zero is never shown as zero. */
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
