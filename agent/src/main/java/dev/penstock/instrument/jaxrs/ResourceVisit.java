package dev.penstock.instrument.jaxrs;

import dev.penstock.call.Field;
import dev.penstock.call.Milestone;
import dev.penstock.call.Refusal;
import dev.penstock.instrument.FirstLook;
import dev.penstock.instrument.LaterVisit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A request whose resource method is next. */
final class ResourceVisit extends LaterVisit {
  /*
   * Fields go where those of the first look went, to the answer of the server: a response of
   * JAX-RS would add to them and not replace them, and a suspended one does not exist yet. The
   * status and the body of a refusal are a response of JAX-RS, so the application's own filters of
   * responses see it and add what clients need to read it.
   */
  private final Supplier<@Nullable String> user;
  private final Function<Refusal, Object> refusals;
  private @Nullable Object response;

  /**
   * @param user whom JAX-RS knows
   * @param refusals makes of a refusal what the woven method has to answer
   */
  ResourceVisit(
      FirstLook look,
      String route,
      Supplier<@Nullable String> user,
      Function<Refusal, Object> refusals) {
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
  public void refuse(Refusal refusal) {
    Object made = refusals.apply(refusal);
    for (Field field : refusal.fields()) {
      changeField(field.name(), field.value());
    }
    response = made;
  }

  @Override
  public @Nullable Object result(@Nullable Object result, @Nullable Runnable atEnd) {
    return response == null ? result : response;
  }
}
