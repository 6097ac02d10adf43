package dev.penstock.instrument.jaxrs;

import dev.penstock.http.HeaderField;
import dev.penstock.http.Milestone;
import dev.penstock.http.RejectionResponse;
import dev.penstock.instrument.server.FirstPassMark;
import dev.penstock.instrument.server.ResumedExchange;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A request of JAX-RS whose resource method is next. */
final class JaxrsExchange extends ResumedExchange {
  /*
   * Header fields are set on the server's response: a response of JAX-RS would add to them instead
   * of replacing them, and a suspended request has none yet. Status and body of a rejection become
   * a JAX-RS response, so that the application's response filters can process it, for CORS for
   * example.
   */
  private final Supplier<@Nullable String> user;
  private final Function<RejectionResponse, Object> responses;
  private @Nullable Object response;

  /**
   * @param user the user that JAX-RS knows
   * @param responses makes the result of the instrumented method for a rejection
   */
  JaxrsExchange(
      FirstPassMark mark,
      String route,
      Supplier<@Nullable String> user,
      Function<RejectionResponse, Object> responses) {
    super(mark, Milestone.ROUTED, route);
    this.user = user;
    this.responses = responses;
  }

  @Override
  public @Nullable String user() {
    String own = user.get();
    return own == null ? super.user() : own;
  }

  @Override
  public void reject(RejectionResponse rejection) {
    Object made = responses.apply(rejection);
    for (HeaderField field : rejection.fields()) {
      replaceHeader(field.name(), field.value());
    }
    response = made;
  }

  @Override
  public @Nullable Object result(@Nullable Object result, @Nullable Runnable callback) {
    return response == null ? result : response;
  }
}
