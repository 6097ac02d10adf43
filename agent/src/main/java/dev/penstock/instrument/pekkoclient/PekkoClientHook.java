package dev.penstock.instrument.pekkoclient;

import dev.penstock.http.OutboundCall;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.OutboundHook;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Hook for single requests of Pekko HTTP. */
public final class PekkoClientHook implements OutboundHook {
  /*
   * The Java API and the super pool call this method, too. The pools and connections that an
   * application opens for one host do not.
   */
  private static final String SCALA_DSL = "Lorg/apache/pekko/http/scaladsl/";

  @Override
  public String name() {
    return "pekko-client";
  }

  @Override
  public List<HookTarget> targets() {
    return List.of(
        HookTarget.in(
            PekkoClientApi.CLIENT,
            "singleRequest",
            "("
                + SCALA_DSL
                + "model/HttpRequest;"
                + SCALA_DSL
                + "HttpsConnectionContext;"
                + SCALA_DSL
                + "settings/ConnectionPoolSettings;Lorg/apache/pekko/event/LoggingAdapter;)"
                + "Lscala/concurrent/Future;",
            ADVICE));
  }

  @Override
  public @Nullable OutboundCall outboundCall(String method, Object client, Object[] arguments) {
    return arguments[0] == null
        ? null
        : new PekkoCall(PekkoClientApi.of(client.getClass()), client, arguments);
  }
}
