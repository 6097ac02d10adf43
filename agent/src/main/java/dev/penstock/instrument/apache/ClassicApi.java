package dev.penstock.instrument.apache;

/**
 * The classic clients of one application.
 *
 * @param messages how their requests and answers are read
 * @param callingOff how they tell that a request was called off
 */
record ClassicApi(ApacheMessages messages, Cancellation callingOff) {
  /** That of the version 4 which a class belongs to. */
  static ClassicApi ofVersion4(Class<?> type) {
    return new ClassicApi(ApacheMessages.ofVersion4(type), Cancellation.ofVersion4(type));
  }

  /** That of the version 5 which a class belongs to. */
  static ClassicApi ofVersion5(Class<?> type) {
    return new ClassicApi(ApacheMessages.ofVersion5(type), Cancellation.ofVersion5(type));
  }
}
