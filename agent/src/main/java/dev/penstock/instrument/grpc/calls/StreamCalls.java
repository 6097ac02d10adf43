package dev.penstock.instrument.grpc.calls;

import dev.penstock.http.InboundExchange;
import dev.penstock.instrument.InterfaceProxy;
import dev.penstock.instrument.grpc.GrpcServerCalls;
import io.grpc.Metadata;
import io.grpc.internal.ServerStream;
import io.grpc.internal.ServerTransport;
import io.grpc.internal.ServerTransportListener;
import org.jspecify.annotations.Nullable;

/** Makes a call of each new stream, and finds the call of a stream that was held. */
public final class StreamCalls implements GrpcServerCalls {
  @Override
  public @Nullable InboundExchange exchange(
      Object library, Object transport, Object stream, String method, Object headers) {
    if (InterfaceProxy.interceptorOf(stream) instanceof GatedStream held) {
      return held.resumed();
    }
    return new GrpcExchange(
        (ServerTransportListener) library,
        (ServerTransport) transport,
        (ServerStream) stream,
        method,
        (Metadata) headers);
  }
}
