package dev.penstock.store.redis.lease;

import java.util.Random;

/** A slow and unreliable connection of an instance to the central count. */
final class SimulatedConnection implements Lender {
  /** The time that an instance waits for a reply, and then sends no request for the same time. */
  static final long TIMEOUT_MICROS = 20_000;

  private final VirtualTime time;
  private final CentralLimitModel central;
  private final Random random;
  private final long slowestMicros;
  private final double lost;
  private boolean isCut;
  private long roundTrips;

  SimulatedConnection(
      VirtualTime time, CentralLimitModel central, Random random, long slowestMicros, double lost) {
    this.time = time;
    this.central = central;
    this.random = random;
    this.slowestMicros = slowestMicros;
    this.lost = lost;
  }

  long roundTrips() {
    return roundTrips;
  }

  /** Drops all later replies. */
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
      time.after(there, () -> central.reply(request, time.now()));
      lose(request, /* wasDone= */ true);
    } else {
      time.after(there, () -> reply(request, back));
    }
  }

  private long delay() {
    return slowestMicros == 0 ? 0 : random.nextLong(slowestMicros);
  }

  private void reply(LoanRequest request, long back) {
    CentralLimitModel.LoanReply reply = central.reply(request, time.now());
    time.after(
        back,
        () -> {
          if (isCut) {
            return;
          }
          if (reply.waitMicros() > 0) {
            request.rejected(reply.waitMicros(), reply.left(), reply.reset());
          } else {
            request.granted(
                reply.units(), reply.validMicros(), reply.token(), reply.left(), reply.reset());
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
