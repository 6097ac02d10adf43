package dev.penstock.instrument.reactor;

import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;

/** Responses to Spring's blocking clients, from 6.1 on, read through method handles. */
final class SpringResponses {
  private static final ClassValue<SpringResponses> BOUND =
      new ClassValue<>() {
        @Override
        protected SpringResponses computeValue(Class<?> type) {
          return new SpringResponses(type);
        }
      };
  private static final String HTTP = "org.springframework.http.";

  private final MethodHandle getStatusCode;
  private final MethodHandle value;
  private final MethodHandle getHeaders;

  private SpringResponses(Class<?> type) {
    Handles response = new Handles(Handles.sibling(type, HTTP + "client.ClientHttpResponse"));
    getStatusCode = response.bindAny("getStatusCode");
    getHeaders = response.bindAny("getHeaders");
    value = new Handles(Handles.sibling(type, HTTP + "HttpStatusCode")).bindAny("value");
  }

  /**
   * @param type the class of the response
   */
  static SpringResponses of(Class<?> type) {
    return BOUND.get(type);
  }

  int status(Object response) {
    return (int) Handles.get(value, Handles.get(getStatusCode, response));
  }

  Object headers(Object response) {
    return Handles.get(getHeaders, response);
  }
}
