package dev.penstock.instrument.grpc;

import dev.penstock.http.OutboundCall;

/** A call of a gRPC client that is being started. */
public interface StartingCall {
  /**
   * The call as rules see it.
   *
   * @param arguments those of the method that starts a call: a listener and the metadata
   */
  OutboundCall outboundCall(Object[] arguments);
}
