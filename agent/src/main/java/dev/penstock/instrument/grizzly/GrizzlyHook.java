package dev.penstock.instrument.grizzly;

import dev.penstock.call.Milestone;
import dev.penstock.instrument.FirstLook;
import dev.penstock.instrument.Handles;
import dev.penstock.instrument.Hook;
import dev.penstock.instrument.LaterVisit;
import dev.penstock.instrument.Target;
import dev.penstock.instrument.Visit;
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
  public List<Target> targets() {
    return List.of(Target.inAll(SERVER + "HttpHandler", "service", DESCRIPTOR, ADVICE));
  }

  @Override
  public @Nullable Visit visit(Object handler, Object request, @Nullable Object response) {
    GrizzlyApi api = apis.get(request.getClass());
    Milestone milestone = milestones.get(handler.getClass());
    Object mark = api.attribute(request, FirstLook.MARK);
    if (mark instanceof FirstLook look && milestone != Milestone.ARRIVED) {
      return new LaterVisit(look, milestone, /* route= */ null);
    }
    if (mark != null || response == null || api.isCommitted(response)) {
      return null;
    }
    api.setAttribute(request, FirstLook.MARK, true);
    return new GrizzlyVisit(api, request, response, milestone);
  }
}
