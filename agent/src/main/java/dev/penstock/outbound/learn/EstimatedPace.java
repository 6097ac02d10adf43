package dev.penstock.outbound.learn;

/**
 * How far apart calls had better be for a server that has refused, as long as it does not say what
 * is left.
 */
final class EstimatedPace {
  /*
   * From the end of one pause to the end of the next is a stretch of the server's own time, and the
   * calls in between that were not refused are what it grants in such a stretch. Without that,
   * everybody would come back at the end of a pause only to be refused again.
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
  private long granted;

  /** Where a stretch starts anew when it becomes too long, and how many were granted by then. */
  private long laterMicros = NONE;

  private long grantedBefore;
  private long sinceEased;

  private long goneMicros = NONE;
  private long goneNumber;

  /** How far apart calls should start; 0 if there is no reason to guess. */
  long intervalMicros() {
    return intervalMicros;
  }

  /** A call was not refused that had started then. */
  void granted(long atMicros) {
    if (isBeforeStretch(atMicros)) {
      return;
    }
    granted++;
    if (endMicros != NONE) {
      // It was on its way when another was refused.
      guess();
    } else if (intervalMicros > 0 && ++sinceEased >= CALLS_UNTIL_EASED) {
      intervalMicros -= DecimalParser.ceilDiv(intervalMicros, SHARE);
      sinceEased = 0;
    }
  }

  /** A call was refused that had started then, and no other is to start before a time. */
  void refused(long atMicros, long untilMicros) {
    if (!isBeforeStretch(atMicros)) {
      endMicros = Math.max(endMicros, untilMicros);
      sinceEased = 0;
      guess();
    }
  }

  private void guess() {
    // If whoever came just before has spent it all, that says nothing of how much it was.
    if (granted >= FEWEST_CALLS) {
      long exact = DecimalParser.ceilDiv(endMicros - startMicros, granted);
      intervalMicros = exact + exact / SHARE;
    }
  }

  /** Lets the stretch begin, go on or begin anew, as the call's start says. */
  private boolean isBeforeStretch(long atMicros) {
    if (startMicros == NONE || (endMicros != NONE && atMicros >= endMicros)) {
      start(endMicros == NONE ? atMicros : endMicros, /* alreadyGranted= */ 0);
    } else if (endMicros == NONE
        && laterMicros != NONE
        && atMicros - startMicros > LONGEST_MICROS) {
      start(laterMicros, granted - grantedBefore);
    }
    if (laterMicros == NONE && atMicros - startMicros > LONGEST_MICROS / 2) {
      laterMicros = atMicros;
      grantedBefore = granted;
    }
    return atMicros < startMicros;
  }

  private void start(long atMicros, long alreadyGranted) {
    startMicros = atMicros;
    endMicros = NONE;
    laterMicros = NONE;
    granted = alreadyGranted;
  }

  /**
   * When a call that is due may start: now, and then it has, unless it is too close behind the one
   * before, as they are that have waited for the same pause. Half an interval is not too close:
   * threads wake up when they can, and those that are planned apart must not push each other on.
   */
  long apart(long number, long nowMicros) {
    boolean close =
        intervalMicros > 0
            && goneMicros != NONE
            && number != goneNumber
            && nowMicros < goneMicros + intervalMicros / 2;
    if (close) {
      return goneMicros + intervalMicros;
    }
    goneMicros = nowMicros;
    goneNumber = number;
    return nowMicros;
  }

  /** Moves together with a clock that was set back. */
  void move(long micros) {
    startMicros += startMicros == NONE ? 0 : micros;
    endMicros += endMicros == NONE ? 0 : micros;
    laterMicros += laterMicros == NONE ? 0 : micros;
    goneMicros += goneMicros == NONE ? 0 : micros;
  }
}
