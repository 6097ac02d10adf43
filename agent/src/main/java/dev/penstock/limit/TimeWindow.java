package dev.penstock.limit;

/**
 * One window of time: from {@code startMicros} to before {@code endMicros}.
 *
 * @param index the number of the window, counted from 1970
 * @param startMicros the time at which it starts
 * @param endMicros the time at which it ends and the next one starts
 * @param empty the state of a key that has spent nothing in it
 */
record TimeWindow(long index, long startMicros, long endMicros, long empty) {
  boolean contains(long micros) {
    return startMicros <= micros && micros < endMicros;
  }
}
