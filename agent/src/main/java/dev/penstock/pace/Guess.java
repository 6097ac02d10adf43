package dev.penstock.pace;

/**
 * How far apart calls had better be for a server that has refused, as long as it does not say what
 * is left.
 */
final class Guess {
  /*
   * From the end of one pause to the end of the next is a stretch of the server's own time, and the
   * calls in between, up to the first that was refused, are what it grants in such a stretch. Without
   * that, everybody would come back at the end of a pause only to be refused again.
   *
   * A stretch is not longer than a minute, or else a burst after an hour of little traffic would
   * look like the most that is granted in an hour. A guess can still be too low, also because others
   * spend from the same budget; so it is eased a little whenever it has held for some hundred calls,
   * until the next refusal. That way one call in some hundreds is refused, not one in ten.
   */
  private static final long NONE = Long.MIN_VALUE;
  private static final long LONGEST_MICROS = 60_000_000;
  private static final long CALLS_UNTIL_EASED = 200;
  private static final long FEWEST_CALLS = 3;
  private static final long SHARE = 20;

  private long intervalMicros;
  private long startMicros = NONE;
  private long endMicros = NONE;
  private long firstTurn;
  private long firstRefused;

  /** Where a stretch starts anew when it becomes too long. */
  private long laterMicros = NONE;

  private long laterTurn;
  private long easedAtTurn;

  /** How far apart calls should start; 0 if there is no reason to guess. */
  long intervalMicros() {
    return intervalMicros;
  }

  /** A turn was taken. */
  void taken(long number, long atMicros) {
    if (startMicros == NONE || (endMicros != NONE && atMicros >= endMicros)) {
      start(number, atMicros);
    } else if (atMicros - startMicros > LONGEST_MICROS && laterMicros != NONE) {
      start(laterTurn, laterMicros);
    }
    if (laterMicros == NONE && atMicros - startMicros > LONGEST_MICROS / 2) {
      laterMicros = atMicros;
      laterTurn = number;
    }
    if (intervalMicros > 0 && number - easedAtTurn >= CALLS_UNTIL_EASED) {
      intervalMicros -= Decimal.ceilDiv(intervalMicros, SHARE);
      easedAtTurn = number;
    }
  }

  private void start(long number, long atMicros) {
    startMicros = atMicros;
    firstTurn = number;
    firstRefused = Long.MAX_VALUE;
    endMicros = NONE;
    laterMicros = NONE;
  }

  /** The call of this turn was refused, and no other is to start before a time. */
  void refused(long number, long untilMicros) {
    if (startMicros == NONE || number < firstTurn || untilMicros <= startMicros) {
      return;
    }
    firstRefused = Math.min(firstRefused, number);
    endMicros = Math.max(endMicros, untilMicros);
    long granted = firstRefused - firstTurn;
    if (granted < FEWEST_CALLS) {
      // Whoever came just before has spent it all; that says nothing of how much it was.
      return;
    }
    long exact = Decimal.ceilDiv(endMicros - startMicros, granted);
    intervalMicros = exact + exact / SHARE;
    easedAtTurn = number;
  }

  /** Moves together with a clock that was set back. */
  void move(long micros) {
    startMicros += startMicros == NONE ? 0 : micros;
    endMicros += endMicros == NONE ? 0 : micros;
    laterMicros += laterMicros == NONE ? 0 : micros;
  }
}
