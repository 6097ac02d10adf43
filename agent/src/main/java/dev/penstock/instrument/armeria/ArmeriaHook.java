package dev.penstock.instrument.armeria;

import static dev.penstock.instrument.MethodValue.NONE;
import static dev.penstock.instrument.MethodValue.THIS;
import static dev.penstock.instrument.MethodValue.argument;

import dev.penstock.http.InboundExchange;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.InboundHook;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Catches requests of Armeria when their route is known, before their service is called. */
public final class ArmeriaHook implements InboundHook {
  /*
   * One method calls the services of all routes, over HTTP/1.1 and HTTP/2, and counts the requests
   * in progress before it does. So the method runs also for a rejected request, with a service in
   * place of the application's that asks the gate.
   */
  private static final String SERVER = "com.linecorp.armeria.server.HttpServerHandler";
  private static final String DESCRIPTOR =
      "(Lcom/linecorp/armeria/common/HttpRequest;Lcom/linecorp/armeria/server/HttpService;"
          + "Lcom/linecorp/armeria/internal/server/DefaultServiceRequestContext;Z)"
          + "Lcom/linecorp/armeria/common/HttpResponse;";

  @Override
  public String name() {
    return "armeria";
  }

  @Override
  public List<HookTarget> targets() {
    return List.of(
        HookTarget.in(SERVER, "serve0", DESCRIPTOR, HANDLER_ADVICE)
            .passing(name(), THIS, argument(1), NONE));
  }

  @Override
  public @Nullable InboundExchange exchange(
      Object place, Object requestOrService, @Nullable Object none) {
    return requestOrService instanceof InboundExchange exchange ? exchange : null;
  }

  @Override
  public @Nullable Object replacement(Object requestOrService, @Nullable Object none) {
    return requestOrService instanceof InboundExchange
        ? null
        : GatedService.inPlaceOf(requestOrService);
  }
}
