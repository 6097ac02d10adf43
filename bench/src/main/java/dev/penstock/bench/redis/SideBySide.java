package dev.penstock.bench.redis;

import dev.penstock.testredis.RedisProcess;
import dev.penstock.testredis.RedisServer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Decisions a second and how long each takes, of all contenders in one run. */
public final class SideBySide {
  /*
   * All take turns in short slices, and of each the median counts: other processes on the machine
   * affect all alike. Ratios are of slices that follow each other, for the same reason.
   */
  private static final int SLICES = 7;
  private static final long SLICE_MILLIS = 300;
  private static final long WARM_UP_MILLIS = 1_500;

  private SideBySide() {}

  /**
   * Prints a table.
   *
   * @param only what the names of contenders contain; the reference is always among them
   */
  public static void print(String only) throws InterruptedException {
    try (RedisProcess server = RedisProcess.start()) {
      List<Contender> contenders = contenders(server, only);
      System.out.println(server);
      for (Contender contender : contenders) {
        new Load(/* threads= */ 8, /* keys= */ 100).on(contender, WARM_UP_MILLIS);
      }
      for (int keys : new int[] {1, 10_000}) {
        for (int threads : new int[] {1, 8, 32}) {
          compare(new Load(threads, keys), contenders);
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
    all.add(new Penstock(server, "exact, token-bucket", Widest.tokenBucket(), false));
    all.add(new Penstock(server, "exact, sliding-window", Widest.slidingWindow(), false));
    all.add(new Penstock(server, "leased, token-bucket", Widest.tokenBucket(), true));
    all.add(new Penstock(server, "leased, sliding-window", Widest.slidingWindow(), true));
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

  private static void compare(Load load, List<Contender> contenders) throws InterruptedException {
    Load.Slice[][] slices = new Load.Slice[contenders.size()][SLICES];
    for (int slice = 0; slice < SLICES; slice++) {
      for (int i = 0; i < contenders.size(); i++) {
        slices[i][slice] = load.on(contenders.get(i), SLICE_MILLIS);
      }
    }
    System.out.printf(
        "%n%-32s %12s %8s %10s %10s %8s%n", load, "/s", "ratio", "p50 us", "p99 us", "refused");
    for (int i = 0; i < contenders.size(); i++) {
      System.out.printf(
          "%-32s %,12.0f %8.2f %10.1f %10.1f %8.2f%n",
          contenders.get(i).label(),
          median(slices[i], Load.Slice::perSecond),
          ratio(slices[i], slices[0]),
          median(slices[i], Load.Slice::medianMicros),
          median(slices[i], Load.Slice::p99Micros),
          median(slices[i], Load.Slice::refusedShare));
    }
  }

  private static double ratio(Load.Slice[] slices, Load.Slice[] references) {
    double[] ratios = new double[SLICES];
    for (int i = 0; i < SLICES; i++) {
      ratios[i] = slices[i].perSecond() / references[i].perSecond();
    }
    Arrays.sort(ratios);
    return ratios[SLICES / 2];
  }

  private static double median(Load.Slice[] slices, ToDoubleFunction<Load.Slice> of) {
    double[] all = Arrays.stream(slices).mapToDouble(of).sorted().toArray();
    return all[SLICES / 2];
  }
}
