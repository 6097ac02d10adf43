package dev.penstock.instrument.grpc;

import dev.penstock.http.OutboundCall;

/** Describes the attempts of one copy of gRPC to send a call again. */
public interface GrpcRetries {
  /**
   * Another attempt of a call.
   *
   * @param attempts makes the streams of the call
   * @param arguments those of the method that makes a stream
   */
  OutboundCall retry(Object attempts, Object[] arguments);
}
