package dev.penstock.outbound.learn;

/**
 * An estimate of the distance between calls that a server accepts. It is used for a server that
 * rejects calls and does not announce how many are left.
 */
final class EstimatedPace {
  /*
   * A cycle lasts from the end of one pause to the end of the next. The server accepts as many
   * calls per cycle as it did not reject. Without an estimate, all callers would return at the end
   * of a pause and be rejected again.
   *
   * A cycle lasts at most a minute: otherwise a burst after an hour of little traffic would look
   * like the limit of an hour. An estimate can be too low, for example because other clients spend
   * from the same budget. So the interval shrinks a little after every 200 accepted calls, until
   * the next rejection. As a result, one call in some hundreds is rejected, and not one in ten.
   */
  private static final long NONE = Long.MIN_VALUE;
  private static final long MAX_CYCLE_MICROS = 60_000_000;
  private static final long CALLS_UNTIL_EASED = 200;
  private static final long MIN_CALLS = 3;
  private static final long EASING_DIVISOR = 20;

  private long intervalMicros;
  private long cycleStartMicros = NONE;
  private long cycleEndMicros = NONE;
  private long admitted;

  /** Where the cycle starts again if it gets too long, and how many calls came before that. */
  private long restartMicros = NONE;

  private long admittedBeforeRestart;
  private long admittedSinceEased;

  private long lastStartMicros = NONE;
  private long lastStartNumber;

  /** Returns how far apart calls should start; 0 if there is no estimate. */
  long intervalMicros() {
    return intervalMicros;
  }

  /** Records that the server did not reject the call that started at this time. */
  void admitted(long startMicros) {
    if (isBeforeCycle(startMicros)) {
      return;
    }
    admitted++;
    if (cycleEndMicros != NONE) {
      // This call was in flight when another call was rejected.
      estimate();
    } else if (intervalMicros > 0 && ++admittedSinceEased >= CALLS_UNTIL_EASED) {
      intervalMicros -= DecimalParser.ceilDiv(intervalMicros, EASING_DIVISOR);
      admittedSinceEased = 0;
    }
  }

  /** Records that the server rejected the call that started at this time, until another time. */
  void rejected(long startMicros, long pauseUntilMicros) {
    if (!isBeforeCycle(startMicros)) {
      cycleEndMicros = Math.max(cycleEndMicros, pauseUntilMicros);
      admittedSinceEased = 0;
      estimate();
    }
  }

  private void estimate() {
    // With fewer calls, another client may have spent the budget just before.
    if (admitted >= MIN_CALLS) {
      long exact = DecimalParser.ceilDiv(cycleEndMicros - cycleStartMicros, admitted);
      intervalMicros = exact + exact / EASING_DIVISOR;
    }
  }

  /** Starts a new cycle if a call of this start time requires it; true if the call is too old. */
  private boolean isBeforeCycle(long startMicros) {
    if (cycleStartMicros == NONE || (cycleEndMicros != NONE && startMicros >= cycleEndMicros)) {
      startCycle(cycleEndMicros == NONE ? startMicros : cycleEndMicros, /* alreadyAdmitted= */ 0);
    } else if (cycleEndMicros == NONE
        && restartMicros != NONE
        && startMicros - cycleStartMicros > MAX_CYCLE_MICROS) {
      startCycle(restartMicros, admitted - admittedBeforeRestart);
    }
    if (restartMicros == NONE && startMicros - cycleStartMicros > MAX_CYCLE_MICROS / 2) {
      restartMicros = startMicros;
      admittedBeforeRestart = admitted;
    }
    return startMicros < cycleStartMicros;
  }

  private void startCycle(long startMicros, long alreadyAdmitted) {
    cycleStartMicros = startMicros;
    cycleEndMicros = NONE;
    restartMicros = NONE;
    admitted = alreadyAdmitted;
  }

  /**
   * Returns when a call that is due may start: now, and then it is recorded as started, or later if
   * it is too close to the call before, because both have waited for the same pause. Half an
   * interval is not too close: threads do not wake exactly on time, and calls that were planned
   * apart must not delay each other.
   */
  long startMicros(long number, long nowMicros) {
    boolean isTooClose =
        intervalMicros > 0
            && lastStartMicros != NONE
            && number != lastStartNumber
            && nowMicros < lastStartMicros + intervalMicros / 2;
    if (isTooClose) {
      return lastStartMicros + intervalMicros;
    }
    lastStartMicros = nowMicros;
    lastStartNumber = number;
    return nowMicros;
  }

  /** Shifts all times after the clock was set back. */
  void shiftClock(long micros) {
    cycleStartMicros += cycleStartMicros == NONE ? 0 : micros;
    cycleEndMicros += cycleEndMicros == NONE ? 0 : micros;
    restartMicros += restartMicros == NONE ? 0 : micros;
    lastStartMicros += lastStartMicros == NONE ? 0 : micros;
  }
}
