package dev.penstock.instrument.grizzly;

import dev.penstock.http.InboundExchange;
import dev.penstock.http.Milestone;
import dev.penstock.instrument.FirstPassMark;
import dev.penstock.instrument.Handles;
import dev.penstock.instrument.Hook;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.ResumedExchange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The handlers of a Grizzly server: the outermost one decides. */
public final class GrizzlyHook implements Hook {
  /*
   * Handlers lead to handlers, and to Jersey or servlets in the end. Grizzly has no filters in
   * between that could find out who is calling, so all that it will know is known to a handler that
   * leads no further.
   */
  private static final String SERVER = "org.glassfish.grizzly.http.server.";
  private static final String ADVICE = "dev.penstock.instrument.grizzly.GrizzlyAdvice";
  private static final String DESCRIPTOR =
      "(Lorg/glassfish/grizzly/http/server/Request;Lorg/glassfish/grizzly/http/server/Response;)V";
  private static final String JERSEY =
      "org.glassfish.jersey.grizzly2.httpserver.GrizzlyHttpContainer";

  /** Those that only lead on: to other handlers, or to servlets, which have their own hook. */
  private static final String[] ON_THE_WAY = {
    SERVER + "HttpHandlerChain", "org.glassfish.grizzly.servlet.ServletHandler"
  };

  private final ClassValue<GrizzlyApi> apis =
      new ClassValue<>() {
        @Override
        protected GrizzlyApi computeValue(Class<?> requestType) {
          return new GrizzlyApi(requestType);
        }
      };
  private final ClassValue<Milestone> milestones =
      new ClassValue<>() {
        @Override
        protected Milestone computeValue(Class<?> handlerType) {
          return milestoneAt(handlerType);
        }
      };

  private static Milestone milestoneAt(Class<?> handlerType) {
    for (String type : ON_THE_WAY) {
      if (Handles.typeNamed(handlerType, type) != null) {
        return Milestone.ARRIVED;
      }
    }
    return Handles.typeNamed(handlerType, JERSEY) == null ? Milestone.ROUTED : Milestone.IDENTIFIED;
  }

  @Override
  public String name() {
    return "grizzly";
  }

  @Override
  public List<HookTarget> targets() {
    return List.of(HookTarget.inAll(SERVER + "HttpHandler", "service", DESCRIPTOR, ADVICE));
  }

  @Override
  public @Nullable InboundExchange exchange(
      Object handler, Object request, @Nullable Object response) {
    GrizzlyApi api = apis.get(request.getClass());
    Milestone milestone = milestones.get(handler.getClass());
    Object mark = api.attribute(request, FirstPassMark.MARK);
    if (mark instanceof FirstPassMark look && milestone != Milestone.ARRIVED) {
      return new ResumedExchange(look, milestone, /* route= */ null);
    }
    if (mark != null || response == null || api.isCommitted(response)) {
      return null;
    }
    api.setAttribute(request, FirstPassMark.MARK, true);
    return new GrizzlyExchange(api, request, response, milestone);
  }
}
