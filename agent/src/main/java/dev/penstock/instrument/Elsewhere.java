package dev.penstock.instrument;

import dev.penstock.call.Answered;
import dev.penstock.call.Departure;
import java.io.IOException;
import java.util.function.Consumer;

/** The departure of a call that somebody else sees off, or has seen off before. */
public enum Elsewhere implements Departure {
  DEPARTURE;

  @Override
  public void whenDecided(Runnable start, Consumer<IOException> refused) {
    start.run();
  }

  @Override
  public void giveUp() {}

  @Override
  public void answered(Answered answer) {}

  @Override
  public void over() {}
}
