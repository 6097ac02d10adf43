package dev.penstock.agent;

import dev.penstock.bootstrap.Ticket;
import org.jspecify.annotations.Nullable;

/** What a call gets that goes on with another object for it than the one that came. */
record HandedOn(Object handedOn) implements Ticket {
  @Override
  public boolean refused() {
    return false;
  }

  @Override
  public void close(@Nullable Throwable thrown) {}
}
