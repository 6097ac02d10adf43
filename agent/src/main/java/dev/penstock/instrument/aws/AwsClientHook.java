package dev.penstock.instrument.aws;

import dev.penstock.http.OutboundCall;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.OutboundHook;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Hook for calls of the asynchronous Netty client of the AWS SDK. */
public final class AwsClientHook implements OutboundHook {
  /*
   * The other transports of the SDK use clients that have their own hooks. The SDK calls this
   * method once per attempt. Its signature is the same from 2.5 to 2.56.
   */
  @Override
  public String name() {
    return "aws-netty";
  }

  @Override
  public List<HookTarget> targets() {
    return List.of(
        HookTarget.in(
            "software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient",
            "execute",
            "(Lsoftware/amazon/awssdk/http/async/AsyncExecuteRequest;)"
                + "Ljava/util/concurrent/CompletableFuture;",
            ADVICE));
  }

  @Override
  public @Nullable OutboundCall outboundCall(String method, Object client, Object[] arguments) {
    Object call = arguments[0];
    if (call == null) {
      return null;
    }
    ExecuteApi api = ExecuteApi.of(call.getClass());
    return new ExecuteCall(api, client, call, api.request(call));
  }
}
