package dev.penstock.limit;

/**
 * One window of time.
 *
 * @param index its number since 1970
 * @param startMicros when it starts
 * @param endMicros when it ends and the next one starts
 * @param empty the state of a key that has spent nothing in it
 */
record TimeWindow(long index, long startMicros, long endMicros, long empty) {
  boolean contains(long micros) {
    return startMicros <= micros && micros < endMicros;
  }
}
