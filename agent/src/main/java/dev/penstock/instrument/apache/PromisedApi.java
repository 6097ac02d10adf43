package dev.penstock.instrument.apache;

/** Clients whose calls have a producer of the request, a consumer of the response and a future. */
public abstract class PromisedApi {
  private final ApacheMessages messages;
  private final ApacheFutures promises;
  private final Cancellation callingOff;
  private final Class<?> producerType;
  private final Class<?> consumerType;

  public PromisedApi(
      ApacheMessages messages,
      ApacheFutures promises,
      Cancellation callingOff,
      Class<?> producerType,
      Class<?> consumerType) {
    this.messages = messages;
    this.promises = promises;
    this.callingOff = callingOff;
    this.producerType = producerType;
    this.consumerType = consumerType;
  }

  public final ApacheMessages messages() {
    return messages;
  }

  public final ApacheFutures promises() {
    return promises;
  }

  public final Cancellation callingOff() {
    return callingOff;
  }

  public final Class<?> producerType() {
    return producerType;
  }

  public final Class<?> consumerType() {
    return consumerType;
  }
}
