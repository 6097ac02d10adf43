package dev.penstock.instrument.armeriaclient;

import dev.penstock.http.OutboundPermit;
import dev.penstock.http.OutboundResponse;
import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The log of a request of Armeria, which reports the response to it. */
final class ArmeriaLogApi {
  private static final String LOGGING = "com.linecorp.armeria.common.logging.";

  private final Object headersReceived;
  private final Object responseEnded;
  private final MethodHandle whenAvailable;
  private final MethodHandle parent;
  private final MethodHandle children;
  private final MethodHandle responseHeaders;
  private final MethodHandle status;
  private final MethodHandle code;
  private final ArmeriaFieldsApi fields;

  /**
   * @param type any class of the library
   */
  ArmeriaLogApi(Class<?> type, ArmeriaFieldsApi fields) {
    this.fields = fields;
    Class<?> propertyType = Handles.sibling(type, LOGGING + "RequestLogProperty");
    Handles properties = new Handles(propertyType);
    headersReceived = properties.staticField("RESPONSE_HEADERS");
    responseEnded = properties.staticField("RESPONSE_END_TIME");
    Handles access = new Handles(Handles.sibling(type, LOGGING + "RequestLogAccess"));
    whenAvailable = access.bindAny("whenAvailable", propertyType);
    parent = access.bindAny("parent");
    children = access.bindAny("children");
    responseHeaders =
        new Handles(Handles.sibling(type, LOGGING + "RequestLog")).bindAny("responseHeaders");
    Class<?> statusType = Handles.sibling(type, "com.linecorp.armeria.common.HttpStatus");
    status =
        ArmeriaFieldsApi.inherited(
            Handles.sibling(type, "com.linecorp.armeria.common.ResponseHeaders"),
            "status",
            MethodType.methodType(statusType));
    code = new Handles(statusType).bindAny("code");
  }

  /**
   * True if the same call has already sent another request. Decorators add a log for each request
   * to the log of the call.
   */
  boolean isRepeated(Object log) {
    Object child = log;
    for (Object above = Handles.call(parent, child);
        above != null;
        above = Handles.call(parent, child)) {
      List<?> requests = (List<?>) Handles.get(children, above);
      if (!requests.isEmpty() && requests.get(0) != child) {
        return true;
      }
      child = above;
    }
    return false;
  }

  /** Notifies a permit of the response and of its end. */
  @SuppressWarnings("FutureReturnValueIgnored") // the application uses other futures
  void observe(Object log, OutboundPermit permit) {
    when(log, headersReceived)
        .thenAccept(
            available -> {
              OutboundResponse response = received(available);
              if (response != null) {
                permit.responded(response);
              }
            });
    when(log, responseEnded).whenComplete((available, error) -> permit.close());
  }

  private CompletableFuture<?> when(Object log, Object property) {
    return (CompletableFuture<?>) Handles.get(whenAvailable, log, property);
  }

  /** Null if there was no response. */
  private @Nullable OutboundResponse received(Object log) {
    Object headers = Handles.get(responseHeaders, log);
    int number = (int) Handles.get(code, Handles.get(status, headers));
    return number == 0 ? null : new Received(fields, number, headers);
  }

  /** The response. */
  private record Received(ArmeriaFieldsApi api, int status, Object fields)
      implements OutboundResponse {
    @Override
    public @Nullable String field(String name) {
      return api.joined(fields, name);
    }
  }
}
