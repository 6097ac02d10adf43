package dev.penstock.instrument.grpc.calls;

import dev.penstock.instrument.grpc.GrpcClientCalls;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.MethodDescriptor;

/** Makes calls that ask the gate. */
public final class ChannelCalls implements GrpcClientCalls {
  private final ChannelInternals internals = new ChannelInternals();

  @Override
  public Object paced(Object channel, Object method, Object options, Object call) {
    CallTarget target =
        new CallTarget(
            internals, (Channel) channel, (MethodDescriptor<?, ?>) method, (CallOptions) options);
    return new PacedClientCall<>((ClientCall<?, ?>) call, target);
  }
}
