package dev.penstock.instrument.pekko;

import dev.penstock.http.InboundExchange;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.InboundHook;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Replaces the handlers of servers of Pekko by handlers that ask the gate. */
public final class PekkoHook implements InboundHook {
  /*
   * A server gets its handler when it is bound, as a function or as a flow of streams. All
   * functions pass this method, those of routes included. No method sees every request, so a server
   * that was bound before there was a rule is not limited.
   */
  private static final String HTTP = "org.apache.pekko.http.scaladsl.HttpExt";
  private static final String DESCRIPTOR =
      "(Lscala/Function1;Ljava/lang/String;I"
          + "Lorg/apache/pekko/http/scaladsl/ConnectionContext;"
          + "Lorg/apache/pekko/http/scaladsl/settings/ServerSettings;I"
          + "Lorg/apache/pekko/event/LoggingAdapter;Lorg/apache/pekko/stream/Materializer;)"
          + "Lscala/concurrent/Future;";
  private static final String BIND_ADVICE = "dev.penstock.instrument.pekko.BindAdvice";

  private volatile boolean found;

  @Override
  public String name() {
    return "pekko";
  }

  @Override
  public List<HookTarget> targets() {
    return List.of(HookTarget.in(HTTP, "bindAndHandleAsync", DESCRIPTOR, BIND_ADVICE));
  }

  /** Clients load the same class. */
  @Override
  public boolean hasServer() {
    return found;
  }

  @Override
  public @Nullable InboundExchange exchange(
      Object place, Object requestOrArguments, @Nullable Object http) {
    return requestOrArguments instanceof InboundExchange exchange ? exchange : null;
  }

  @Override
  public @Nullable Object replacement(Object requestOrArguments, @Nullable Object http) {
    if (http != null && requestOrArguments instanceof Object[] arguments) {
      found = true;
      return GatedFunction.replaceIn(arguments, http);
    }
    return null;
  }
}
