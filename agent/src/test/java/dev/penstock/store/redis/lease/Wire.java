package dev.penstock.store.redis.lease;

import java.util.Random;

/** The slow and unreliable connection of an instance to the central count. */
final class Wire implements Lender {
  /** For how long an instance waits for an answer, and then leaves the centre alone. */
  static final long TIMEOUT_MICROS = 20_000;

  private final VirtualTime time;
  private final Central central;
  private final Random random;
  private final long slowestMicros;
  private final double lost;
  private boolean isCut;
  private long roundTrips;

  Wire(VirtualTime time, Central central, Random random, long slowestMicros, double lost) {
    this.time = time;
    this.central = central;
    this.random = random;
    this.slowestMicros = slowestMicros;
    this.lost = lost;
  }

  long roundTrips() {
    return roundTrips;
  }

  /** From now on nothing comes back. */
  void cut() {
    isCut = true;
  }

  @Override
  public void borrow(LoanRequest request) {
    roundTrips++;
    long there = delay();
    long back = delay();
    if (random.nextDouble() < lost) {
      lose(request, /* wasDone= */ random.nextBoolean());
    } else if (there + back > TIMEOUT_MICROS || random.nextDouble() < lost) {
      time.after(there, () -> central.answer(request, time.now()));
      lose(request, /* wasDone= */ true);
    } else {
      time.after(there, () -> answer(request, back));
    }
  }

  private long delay() {
    return slowestMicros == 0 ? 0 : random.nextLong(slowestMicros);
  }

  private void answer(LoanRequest request, long back) {
    Central.Answer answer = central.answer(request, time.now());
    time.after(
        back,
        () -> {
          if (isCut) {
            return;
          }
          if (answer.waitMicros() > 0) {
            request.rejected(answer.waitMicros(), answer.left(), answer.reset());
          } else {
            request.granted(
                answer.units(),
                answer.validMicros(),
                answer.token(),
                answer.left(),
                answer.reset());
          }
        });
  }

  private void lose(LoanRequest request, boolean wasDone) {
    long notBefore = request.sentAtMicros() + 2 * TIMEOUT_MICROS;
    time.after(
        TIMEOUT_MICROS,
        () -> {
          if (!isCut) {
            request.noReply(wasDone, notBefore);
          }
        });
  }
}
