package dev.penstock.bench.redis;

import dev.penstock.testredis.RedisProcess;
import dev.penstock.testredis.RedisServer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Compares decisions per second and their latency for all contenders in one run. */
public final class RedisComparison {
  /*
   * All contenders take turns in short slices, and the median of each counts: other processes on the
   * machine affect all alike. For the same reason, a ratio compares two consecutive slices.
   */
  private static final int SLICES = 7;
  private static final long SLICE_MILLIS = 300;
  private static final long WARM_UP_MILLIS = 1_500;

  private RedisComparison() {}

  /**
   * Prints a table.
   *
   * @param only a part of the names of the contenders to run; the reference always runs
   */
  public static void print(String only) throws InterruptedException {
    try (RedisProcess server = RedisProcess.start()) {
      List<Contender> contenders = contenders(server, only);
      System.out.println(server);
      for (Contender contender : contenders) {
        new RedisLoad(/* threads= */ 8, /* keys= */ 100).on(contender, WARM_UP_MILLIS);
      }
      for (int keys : new int[] {1, 10_000}) {
        for (int threads : new int[] {1, 8, 32}) {
          compare(new RedisLoad(threads, keys), contenders);
        }
      }
      for (Contender contender : contenders) {
        if (contender instanceof Penstock penstock) {
          System.out.println(penstock.label() + ": " + penstock.health());
        }
        contender.close();
      }
    }
  }

  private static List<Contender> contenders(RedisServer server, String only) {
    List<Contender> all = new ArrayList<>();
    all.add(new BareGcra(server));
    all.add(new Penstock(server, "exact, token-bucket", WideLimits.tokenBucket(), false));
    all.add(new Penstock(server, "exact, sliding-window", WideLimits.slidingWindow(), false));
    all.add(new Penstock(server, "leased, token-bucket", WideLimits.tokenBucket(), true));
    all.add(new Penstock(server, "leased, sliding-window", WideLimits.slidingWindow(), true));
    all.add(new Bucket4jOnJedis(server));
    all.add(new RedissonLimiters(server));
    List<Contender> chosen = new ArrayList<>();
    for (Contender each : all) {
      if (each instanceof BareGcra || each.label().contains(only)) {
        chosen.add(each);
      } else {
        each.close();
      }
    }
    return chosen;
  }

  private static void compare(RedisLoad load, List<Contender> contenders)
      throws InterruptedException {
    RedisLoad.Slice[][] slices = new RedisLoad.Slice[contenders.size()][SLICES];
    for (int slice = 0; slice < SLICES; slice++) {
      for (int i = 0; i < contenders.size(); i++) {
        slices[i][slice] = load.on(contenders.get(i), SLICE_MILLIS);
      }
    }
    System.out.printf(
        "%n%-32s %12s %8s %10s %10s %8s%n", load, "/s", "ratio", "p50 us", "p99 us", "rejected");
    for (int i = 0; i < contenders.size(); i++) {
      System.out.printf(
          "%-32s %,12.0f %8.2f %10.1f %10.1f %8.2f%n",
          contenders.get(i).label(),
          median(slices[i], RedisLoad.Slice::perSecond),
          ratio(slices[i], slices[0]),
          median(slices[i], RedisLoad.Slice::medianMicros),
          median(slices[i], RedisLoad.Slice::p99Micros),
          median(slices[i], RedisLoad.Slice::rejectedShare));
    }
  }

  private static double ratio(RedisLoad.Slice[] slices, RedisLoad.Slice[] references) {
    double[] ratios = new double[SLICES];
    for (int i = 0; i < SLICES; i++) {
      ratios[i] = slices[i].perSecond() / references[i].perSecond();
    }
    Arrays.sort(ratios);
    return ratios[SLICES / 2];
  }

  private static double median(RedisLoad.Slice[] slices, ToDoubleFunction<RedisLoad.Slice> of) {
    double[] all = Arrays.stream(slices).mapToDouble(of).sorted().toArray();
    return all[SLICES / 2];
  }
}
