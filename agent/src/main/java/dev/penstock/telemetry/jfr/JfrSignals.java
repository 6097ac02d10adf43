package dev.penstock.telemetry.jfr;

import dev.penstock.telemetry.DecisionRecord;
import dev.penstock.telemetry.Signals;
import org.jspecify.annotations.Nullable;

/** Tells the flight recorder of what happens; costs next to nothing while nobody records. */
final class JfrSignals implements Signals {
  @Override
  public boolean isHeard() {
    return new ReloadEvent().isEnabled();
  }

  @Override
  public void refused(DecisionRecord judgement) {
    RejectionEvent event = new RejectionEvent();
    if (event.isEnabled()) {
      event.of(judgement);
      event.commit();
    }
  }

  @Override
  public @Nullable Waiting waits() {
    WaitEvent event = new WaitEvent();
    if (!event.isEnabled()) {
      return null;
    }
    event.begin();
    return event.waiting();
  }

  @Override
  public void reloaded(boolean inForce, String words) {
    ReloadEvent event = new ReloadEvent();
    event.inForce = inForce;
    event.words = words;
    event.commit();
  }

  @Override
  public void store(boolean answering, String words) {
    StoreEvent event = new StoreEvent();
    event.answering = answering;
    event.words = words;
    event.commit();
  }

  @Override
  public void switched(String what, String by) {
    SwitchEvent event = new SwitchEvent();
    event.what = what;
    event.by = by;
    event.commit();
  }
}
