package dev.penstock.instrument.vertx;

import dev.penstock.instrument.Hook;
import dev.penstock.instrument.Target;
import dev.penstock.instrument.Visit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Responses of Vert.x, when they are told who wants to hear of their end. */
public final class VertxEndHook implements Hook {
  /*
   * A response remembers one handler for its end, which also hears of it if the connection has ended
   * first. Whoever sets another must not silence us, nor may we silence the application.
   */
  private static final String RESPONSE = "io.vertx.core.http.impl.Http%sServerResponse";
  private static final String DESCRIPTOR =
      "(Lio/vertx/core/Handler;)Lio/vertx/core/http/HttpServerResponse;";
  private static final String ADVICE = "dev.penstock.instrument.vertx.EndAdvice";

  private final Requests requests;

  public VertxEndHook(Requests requests) {
    this.requests = requests;
  }

  @Override
  public String name() {
    return "vertx-end";
  }

  @Override
  public List<Target> targets() {
    List<Target> targets = new ArrayList<>();
    for (String version : List.of("1x", "2")) {
      targets.add(Target.in(RESPONSE.formatted(version), "endHandler", DESCRIPTOR, ADVICE));
    }
    return targets;
  }

  @Override
  public @Nullable Visit visit(Object place, Object response, @Nullable Object handler) {
    return null;
  }

  @Override
  public @Nullable Object handedOn(Object response, @Nullable Object handler) {
    RequestVisit visit = requests.visitOfResponse(response);
    return visit == null ? null : visit.hearingToo(handler);
  }
}
