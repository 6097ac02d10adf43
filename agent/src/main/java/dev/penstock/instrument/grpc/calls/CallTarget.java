package dev.penstock.instrument.grpc.calls;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import java.util.concurrent.Executor;

/** What a call is made with: its channel, its method and its options. */
record CallTarget(
    ChannelInternals internals,
    Channel channel,
    MethodDescriptor<?, ?> method,
    CallOptions options) {
  String scheme() {
    return internals.isSecure(channel) ? "https" : "http";
  }

  /** The host and the port that the server is told. */
  String authority() {
    String own = options.getAuthority();
    return own == null ? channel.authority() : own;
  }

  /** The port of the authority; -1 if it names none. */
  int port() {
    String authority = authority();
    int colon = authority.indexOf(':', Math.max(0, authority.indexOf(']')));
    String digits = colon < 0 ? "" : authority.substring(colon + 1);
    return digits.matches("\\d{1,5}") ? Integer.parseInt(digits) : -1;
  }

  String path() {
    return "/" + method.getFullMethodName();
  }

  /** The executor for the listener of the call. */
  Executor executor() {
    Executor own = options.getExecutor();
    return own == null ? internals.executor(channel) : own;
  }
}
