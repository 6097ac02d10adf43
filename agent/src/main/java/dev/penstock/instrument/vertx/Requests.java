package dev.penstock.instrument.vertx;

import org.jspecify.annotations.Nullable;

/** Requests of Vert.x as calls, wherever on their way they are met. */
public final class Requests {
  private final ClassValue<RequestApi> apis =
      new ClassValue<>() {
        @Override
        protected RequestApi computeValue(Class<?> requestType) {
          return new RequestApi(requestType);
        }
      };
  private final Marks<RequestVisit> marks = new Marks<>();

  /**
   * A request that is met for the first time, or again because it was not decided then; null if it
   * is neither, or nothing is to judge.
   */
  @Nullable RequestVisit arrived(Object handler, Object request) {
    RequestApi api = apis.get(request.getClass());
    // Known by its response, which all wrappers of a request share.
    Object response = api.response(request);
    RequestVisit met = marks.get(response);
    if (met != null) {
      return met.comesForDecision() && !met.isCommitted() ? met : null;
    }
    RequestVisit visit = new RequestVisit(api, handler, request, response);
    return marks.add(response, visit) && !visit.isCommitted() ? visit : null;
  }

  /** The visit of a response; null if it has none that matters any more. */
  @Nullable RequestVisit visitOf(Object response) {
    return marks.get(response);
  }
}
