package dev.penstock.instrument.apache;

/** Clients that are given what makes a request and what reads its answer, and promise a result. */
abstract class PromisedApi {
  private final Messages messages;
  private final Promises promises;
  private final CallingOff callingOff;
  private final Class<?> producerType;
  private final Class<?> consumerType;

  PromisedApi(
      Messages messages,
      Promises promises,
      CallingOff callingOff,
      Class<?> producerType,
      Class<?> consumerType) {
    this.messages = messages;
    this.promises = promises;
    this.callingOff = callingOff;
    this.producerType = producerType;
    this.consumerType = consumerType;
  }

  final Messages messages() {
    return messages;
  }

  final Promises promises() {
    return promises;
  }

  final CallingOff callingOff() {
    return callingOff;
  }

  final Class<?> producerType() {
    return producerType;
  }

  final Class<?> consumerType() {
    return consumerType;
  }
}
