package dev.penstock.twin;

import dev.penstock.limit.SlicedWindow;
import dev.penstock.limit.SpentUnits;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The twin of a window that slides, counted in slices. */
final class SlicedTwin extends Twin {
  private final SlicedWindow window;
  private final byte[] slice;
  private final byte[] slices;
  private final byte[] strict;
  private final byte[] permits;

  SlicedTwin(SlicedWindow window) {
    super(Kind.SLICED, window.periodMicros(), window.slices());
    requireAtMost(MOST_EXACT, window.permits());
    this.window = window;
    slice = Arguments.ascii(window.sliceMicros());
    slices = Arguments.ascii(window.slices());
    strict = Arguments.ascii(window.isStrict() ? 1 : 0);
    permits = Arguments.ascii(window.permits());
  }

  @Override
  public SlicedWindow limit() {
    return window;
  }

  @Override
  void claim(Arguments arguments, Asked asked) {
    addNumbers(arguments);
    arguments.add(bounded(asked.total()));
  }

  private void addNumbers(Arguments arguments) {
    arguments.add(slice).add(slices).add(strict).add(permits);
  }

  @Override
  void carry(Arguments arguments, SpentUnits spent, long aroundMicros) {
    addNumbers(arguments);
    arguments.add(spent.roundedUp());
  }

  @Override
  SpentUnits spent(String onRecord, long nowMicros) {
    return window.spent(state(new Decimals(onRecord)), nowMicros);
  }

  @Override
  void lease(Arguments arguments, LeaseCall.Request request) {
    addNumbers(arguments);
  }

  @Override
  void refund(Arguments arguments, Charge charge, Refunding how, Member member) {
    arguments.add(charge.atMicros() / window.sliceMicros()).add(bounded(charge.cost()));
  }

  @Override
  boolean isRecord(@Nullable Object part) {
    return ReplyParts.areDecimals(part, /* least= */ 2, /* most= */ 2 + window.slices());
  }

  @Override
  Standing standing(String onRecord, long nowMicros, long cost) {
    long[] state = state(new Decimals(onRecord));
    return standing(
        window.remaining(state, nowMicros),
        window.resetMicros(state, nowMicros),
        window.waitMicros(state, nowMicros, cost),
        nowMicros,
        onRecord);
  }

  private long[] state(Decimals decimals) {
    long newest = decimals.next();
    long[] counts = new long[window.slices() + 1];
    int age = 0;
    while (age < counts.length && decimals.hasNext()) {
      counts[age++] = decimals.next();
    }
    return window.state(newest, Arrays.copyOf(counts, age));
  }
}
