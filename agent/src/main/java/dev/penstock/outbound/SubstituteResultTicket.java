package dev.penstock.outbound;

import dev.penstock.bootstrap.Ticket;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The ticket of a call that is not sent now: the client's method does not run, and returns or
 * throws something else.
 *
 * @param value the substitute for the result of the method
 * @param thrown the exception that the method throws; null if it returns the value
 */
record SubstituteResultTicket(@Nullable Object value, @Nullable IOException thrown)
    implements Ticket {
  static SubstituteResultTicket returning(@Nullable Object value) {
    return new SubstituteResultTicket(value, /* thrown= */ null);
  }

  static SubstituteResultTicket throwing(IOException thrown) {
    return new SubstituteResultTicket(/* value= */ null, thrown);
  }

  @Override
  public boolean skipsMethod() {
    return true;
  }

  @Override
  public @Nullable Object result(@Nullable Object result) {
    return value;
  }

  @Override
  public void close(@Nullable Throwable ofMethod) {}
}
