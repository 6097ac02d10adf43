package dev.penstock.instrument.grizzly;

import static dev.penstock.instrument.MethodValue.THIS;
import static dev.penstock.instrument.MethodValue.argument;

import dev.penstock.http.InboundExchange;
import dev.penstock.http.Milestone;
import dev.penstock.instrument.Handles;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.InboundHook;
import dev.penstock.instrument.server.FirstPassMark;
import dev.penstock.instrument.server.ResumedExchange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Catches requests at the handlers of a Grizzly server. */
public final class GrizzlyHook implements InboundHook {
  /*
   * A handler passes a request to other handlers, and in the end to Jersey or a servlet. Grizzly
   * has no filters that could find the user, so the last handler knows all that Grizzly will know.
   */
  private static final String SERVER = "org.glassfish.grizzly.http.server.";
  private static final String DESCRIPTOR =
      "(Lorg/glassfish/grizzly/http/server/Request;Lorg/glassfish/grizzly/http/server/Response;)V";
  private static final String JERSEY =
      "org.glassfish.jersey.grizzly2.httpserver.GrizzlyHttpContainer";

  /** Handlers that pass requests to other handlers, or to servlets, which have their own hook. */
  private static final String[] INTERMEDIATE = {
    SERVER + "HttpHandlerChain", "org.glassfish.grizzly.servlet.ServletHandler"
  };

  private final ClassValue<GrizzlyApi> apis =
      new ClassValue<>() {
        @Override
        protected GrizzlyApi computeValue(Class<?> requestType) {
          return GrizzlyApi.of(requestType);
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
    for (String type : INTERMEDIATE) {
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
    return List.of(
        HookTarget.inAll(SERVER + "HttpHandler", "service", DESCRIPTOR, ADVICE)
            .passing(name(), THIS, argument(0), argument(1)));
  }

  @Override
  public @Nullable InboundExchange exchange(
      Object handler, Object request, @Nullable Object response) {
    GrizzlyApi api = apis.get(request.getClass());
    Milestone milestone = milestones.get(handler.getClass());
    Object mark = api.attribute(request, FirstPassMark.ATTRIBUTE);
    if (mark instanceof FirstPassMark first && milestone != Milestone.ARRIVED) {
      return new ResumedExchange(first, milestone, /* route= */ null);
    }
    if (mark != null || response == null || api.isCommitted(response)) {
      return null;
    }
    api.setAttribute(request, FirstPassMark.ATTRIBUTE, true);
    return new GrizzlyExchange(api, request, response, milestone);
  }
}
