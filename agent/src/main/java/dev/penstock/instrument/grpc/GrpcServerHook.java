package dev.penstock.instrument.grpc;

import dev.penstock.http.InboundExchange;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.InboundHook;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Catches calls of gRPC servers where their transports report new streams. */
public final class GrpcServerHook implements InboundHook {
  /*
   * All transports notify one class of the library of each new stream: Netty, the Netty that
   * grpc-netty-shaded contains, OkHttp and the transport inside a JVM. The transport for servlets
   * does so as well, but the servlet hook has decided its calls before.
   */
  private static final String LISTENER = "io.grpc.internal.ServerImpl$ServerTransportListenerImpl";
  private static final String DESCRIPTOR =
      "(Lio/grpc/internal/ServerStream;Ljava/lang/String;Lio/grpc/Metadata;)V";
  private static final String STREAM_CREATED_ADVICE =
      "dev.penstock.instrument.grpc.StreamCreatedAdvice";
  private static final String SERVLET_TRANSPORT = "io.grpc.servlet.";

  /** Loaded with the first call, so that an application without gRPC does not load it. */
  private static final class Libraries {
    static final ClassValue<GrpcServerCalls> CALLS =
        new ClassValue<>() {
          @Override
          protected GrpcServerCalls computeValue(Class<?> library) {
            return (GrpcServerCalls) GrpcCompanions.make(library, "StreamCalls");
          }
        };

    private Libraries() {}
  }

  @Override
  public String name() {
    return "grpc";
  }

  @Override
  public List<HookTarget> targets() {
    return List.of(HookTarget.in(LISTENER, "streamCreated", DESCRIPTOR, STREAM_CREATED_ADVICE));
  }

  /**
   * Returns the call that a stream starts.
   *
   * @param library the object that was notified
   * @param stream the transport, the stream, the name of the method, and the headers
   */
  @Override
  public @Nullable InboundExchange exchange(Object library, Object stream, @Nullable Object none) {
    Object[] parts = (Object[]) stream;
    if (parts[1].getClass().getName().startsWith(SERVLET_TRANSPORT)) {
      return null;
    }
    return Libraries.CALLS
        .get(library.getClass())
        .exchange(library, parts[0], parts[1], (String) parts[2], parts[3]);
  }
}
