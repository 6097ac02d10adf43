package dev.penstock.instrument.grpc;

/** Makes calls of one copy of gRPC that ask the gate when they start. */
public interface GrpcClientCalls {
  /**
   * Returns a call in place of another one.
   *
   * @param channel has created the call
   * @param method describes the method to call
   * @param options the options of the call
   */
  Object paced(Object channel, Object method, Object options, Object call);
}
