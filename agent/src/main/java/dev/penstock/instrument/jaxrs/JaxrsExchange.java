package dev.penstock.instrument.jaxrs;

import dev.penstock.http.HeaderField;
import dev.penstock.http.Milestone;
import dev.penstock.http.RejectionResponse;
import dev.penstock.instrument.FirstPassMark;
import dev.penstock.instrument.ResumedExchange;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A request whose resource method is next. */
final class JaxrsExchange extends ResumedExchange {
  /*
   * Fields go where those of the first look went, to the answer of the server: a response of
   * JAX-RS would add to them and not replace them, and a suspended one does not exist yet. The
   * status and the body of a refusal are a response of JAX-RS, so the application's own filters of
   * responses see it and add what clients need to read it.
   */
  private final Supplier<@Nullable String> user;
  private final Function<RejectionResponse, Object> refusals;
  private @Nullable Object response;

  /**
   * @param user whom JAX-RS knows
   * @param refusals makes of a refusal what the woven method has to answer
   */
  JaxrsExchange(
      FirstPassMark look,
      String route,
      Supplier<@Nullable String> user,
      Function<RejectionResponse, Object> refusals) {
    super(look, Milestone.ROUTED, route);
    this.user = user;
    this.refusals = refusals;
  }

  @Override
  public @Nullable String user() {
    String own = user.get();
    return own == null ? super.user() : own;
  }

  @Override
  public void reject(RejectionResponse refusal) {
    Object made = refusals.apply(refusal);
    for (HeaderField field : refusal.fields()) {
      replaceHeader(field.name(), field.value());
    }
    response = made;
  }

  @Override
  public @Nullable Object result(@Nullable Object result, @Nullable Runnable atEnd) {
    return response == null ? result : response;
  }
}
