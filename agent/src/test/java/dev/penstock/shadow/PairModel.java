package dev.penstock.shadow;

import dev.penstock.limit.LimitModel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** A simple model of a comparison: two independent limiters for each client. */
public final class PairModel {
  private static final long MINUTE = 60_000_000;
  private static final List<String> ALGORITHMS =
      List.of(
          "fixed-window", "sliding-log", "sliding-window", "token-bucket", "gcra", "leaky-bucket");

  /** All pairs of algorithms. */
  public static Stream<Arguments> pairs() {
    return ALGORITHMS.stream()
        .flatMap(old -> ALGORITHMS.stream().map(next -> Arguments.of(old, next)));
  }

  /** The rules of this model: enforced and candidate. */
  public static final String OLD = "match: /api/**, key: ip, rate: 12/min, algorithm: ";

  public static final String NEXT = "rate: 10/min, algorithm: ";

  private final String old;
  private final String next;
  private final Map<String, LimitModel> olds = new HashMap<>();
  private final Map<String, LimitModel> nexts = new HashMap<>();
  private final long[] limited = new long[4];
  private long free;
  public final Map<Long, AgreementCounts> minutes = new TreeMap<>();
  public final List<String> diverged = new ArrayList<>();
  public final Map<String, Long> newlyRejected = new TreeMap<>();
  public final Map<String, Long> newlyAdmitted = new TreeMap<>();

  public PairModel(String old, String next) {
    this.old = old;
    this.next = next;
  }

  public void call(long now, String client, boolean isLimited) {
    boolean before = !isLimited || admits(olds, old, 12, client, now);
    boolean after = !isLimited || admits(nexts, next, 10, client, now);
    if (isLimited) {
      limited[(before ? 0 : 1) + (after ? 0 : 2)]++;
    } else {
      free++;
    }
    AgreementCounts one =
        new AgreementCounts(
            before && after ? 1 : 0,
            !before && after ? 1 : 0,
            before && !after ? 1 : 0,
            !before && !after ? 1 : 0);
    minutes.merge(now / MINUTE, one, AgreementCounts::plus);
    if (before != after) {
      diverged.add(now / 1_000 + " ip=" + client + " " + !after);
      (after ? newlyAdmitted : newlyRejected).merge("ip=" + client, 1L, Long::sum);
    }
  }

  private static boolean admits(
      Map<String, LimitModel> models, String algorithm, long permits, String client, long now) {
    LimitModel model =
        models.computeIfAbsent(client, name -> LimitModel.of(algorithm, permits, MINUTE));
    boolean fits = model.fits(now, 1);
    if (fits) {
      model.admit(now, 1);
    }
    return fits;
  }

  public AgreementCounts ofRule() {
    return new AgreementCounts(limited[0], limited[1], limited[2], limited[3]);
  }

  public AgreementCounts overall() {
    return new AgreementCounts(limited[0] + free, limited[1], limited[2], limited[3]);
  }
}
