package dev.penstock.instrument.grpc;

import dev.penstock.http.OutboundCall;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.RetryHook;
import org.jspecify.annotations.Nullable;

/** Hook for retries and hedging inside channels of gRPC. */
public final class GrpcRetryHook extends RetryHook {
  /*
   * A call that may be sent again has one object for all attempts. It makes a stream for each, with
   * the number of attempts before. Attempts that no server has seen (transparent retries) are free.
   */
  private static final int ATTEMPTS_BEFORE = 2;
  private static final int IS_TRANSPARENT = 3;

  /** Loaded with the first retry, so that an application without gRPC does not load it. */
  private static final class Libraries {
    static final ClassValue<GrpcRetries> RETRIES =
        new ClassValue<>() {
          @Override
          protected GrpcRetries computeValue(Class<?> library) {
            return (GrpcRetries) GrpcCompanions.make(library, "RetryStreams");
          }
        };

    private Libraries() {}
  }

  public GrpcRetryHook() {
    super(
        "grpc-client-retry",
        HookTarget.in(
            "io.grpc.internal.ManagedChannelImpl$ChannelStreamProvider$1RetryStream",
            "newSubstream",
            "(Lio/grpc/Metadata;Lio/grpc/ClientStreamTracer$Factory;IZZ)"
                + "Lio/grpc/internal/ClientStream;",
            ADVICE));
  }

  @Override
  public @Nullable OutboundCall outboundCall(String method, Object attempts, Object[] arguments) {
    boolean isRetry =
        !arguments[ATTEMPTS_BEFORE].equals(0) && !arguments[IS_TRANSPARENT].equals(true);
    return isRetry ? Libraries.RETRIES.get(attempts.getClass()).retry(attempts, arguments) : null;
  }
}
