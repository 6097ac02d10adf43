package dev.penstock.instrument.grpc;

import dev.penstock.http.OutboundCall;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.OutboundHook;
import java.util.List;

/** Hook for calls that channels of gRPC make. */
public final class GrpcClientHook implements OutboundHook {
  /*
   * A channel creates a call, and the application starts it and sends messages, all without
   * waiting. So the application gets a call of ours, which asks the gate when it is started, and
   * keeps what follows while it is held. The method belongs to the part of a channel behind the
   * channel's interceptors, so the metadata are complete. It creates one call, whatever retries and
   * hedging make of it.
   */
  private static final String CHANNEL = "io.grpc.internal.ManagedChannelImpl$RealChannel";
  private static final String NEW_CALL = "newCall";
  private static final String DESCRIPTOR =
      "(Lio/grpc/MethodDescriptor;Lio/grpc/CallOptions;)Lio/grpc/ClientCall;";

  /** The method by which our calls ask the gate; they are passed as its object. */
  public static final String METHOD = NEW_CALL + DESCRIPTOR;

  /** Loaded with the first call, so that an application without gRPC does not load it. */
  private static final class Libraries {
    static final ClassValue<GrpcClientCalls> CALLS =
        new ClassValue<>() {
          @Override
          protected GrpcClientCalls computeValue(Class<?> library) {
            return (GrpcClientCalls) GrpcCompanions.make(library, "ChannelCalls");
          }
        };

    private Libraries() {}
  }

  @Override
  public String name() {
    return "grpc-client";
  }

  @Override
  public List<HookTarget> targets() {
    return List.of(HookTarget.in(CHANNEL, NEW_CALL, DESCRIPTOR, ADVICE));
  }

  @Override
  public OutboundCall outboundCall(String method, Object place, Object[] arguments) {
    return place instanceof StartingCall starting
        ? starting.outboundCall(arguments)
        : new NewCall(Libraries.CALLS.get(place.getClass()), place, arguments);
  }
}
