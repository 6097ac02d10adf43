package dev.penstock.instrument.grpc.calls;

import dev.penstock.http.OutboundCall;
import dev.penstock.instrument.grpc.GrpcRetries;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import org.jspecify.annotations.Nullable;

/** Describes attempts by the private fields of the object that makes their streams. */
public final class RetryStreams implements GrpcRetries {
  /*
   * The object belongs to a class inside a method of an inner class of the channel, and keeps the
   * arguments of that method.
   */
  private static final String OUTER = "this$1";
  private static final String CHANNEL = "this$0";
  private static final String METHOD = "val$method";
  private static final String OPTIONS = "val$callOptions";

  private final ChannelInternals internals = new ChannelInternals();

  @Override
  public OutboundCall retry(Object attempts, Object[] arguments) {
    Object outer = required(PrivateFields.value(attempts, OUTER), OUTER);
    CallTarget target =
        new CallTarget(
            internals,
            (Channel) required(PrivateFields.value(outer, CHANNEL), CHANNEL),
            (MethodDescriptor<?, ?>) required(PrivateFields.value(attempts, METHOD), METHOD),
            (CallOptions) required(PrivateFields.value(attempts, OPTIONS), OPTIONS));
    return new RetriedCall(target, attempts, (Metadata) arguments[0], arguments);
  }

  private static Object required(@Nullable Object value, String field) {
    if (value == null) {
      throw new IllegalStateException("gRPC without the field " + field);
    }
    return value;
  }
}
