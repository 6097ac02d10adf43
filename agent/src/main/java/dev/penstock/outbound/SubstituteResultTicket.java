package dev.penstock.outbound;

import dev.penstock.bootstrap.Ticket;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * What a call gets that does not go out now: the woven method must not run.
 *
 * @param answer what it answers instead
 * @param thrown what it throws instead; null if it answers
 */
record SubstituteResultTicket(@Nullable Object answer, @Nullable IOException thrown)
    implements Ticket {
  static SubstituteResultTicket with(@Nullable Object answer) {
    return new SubstituteResultTicket(answer, /* thrown= */ null);
  }

  static SubstituteResultTicket withThrown(IOException thrown) {
    return new SubstituteResultTicket(/* answer= */ null, thrown);
  }

  @Override
  public boolean skipsMethod() {
    return true;
  }

  @Override
  public @Nullable Object result(@Nullable Object result) {
    return answer;
  }

  @Override
  public void close(@Nullable Throwable ofMethod) {}
}
