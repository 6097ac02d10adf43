package dev.penstock.instrument.apache;

/** Clients that are given what makes a request and what reads its answer, and promise a result. */
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
