package dev.penstock.instrument.grpc;

import dev.penstock.http.InboundExchange;
import org.jspecify.annotations.Nullable;

/** Describes the calls that servers of one copy of gRPC receive. */
public interface GrpcServerCalls {
  /**
   * The call that a new stream starts; null if the call is decided already.
   *
   * @param library is notified of new streams by the transport
   * @param method the full name of the method, without a slash in front
   */
  @Nullable InboundExchange exchange(
      Object library, Object transport, Object stream, String method, Object headers);
}
