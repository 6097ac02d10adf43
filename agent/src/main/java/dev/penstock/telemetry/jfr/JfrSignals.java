package dev.penstock.telemetry.jfr;

import dev.penstock.telemetry.DecisionRecord;
import dev.penstock.telemetry.Signals;
import org.jspecify.annotations.Nullable;

/** Writes signals as JFR events. An event costs next to nothing while no recording is active. */
final class JfrSignals implements Signals {
  @Override
  public boolean recordsReloads() {
    return new ReloadEvent().isEnabled();
  }

  @Override
  public void rejected(DecisionRecord decision) {
    RejectionEvent event = new RejectionEvent();
    if (event.isEnabled()) {
      event.fill(decision);
      event.commit();
    }
  }

  @Override
  public @Nullable OpenWait beginWait() {
    WaitEvent event = new WaitEvent();
    if (!event.isEnabled()) {
      return null;
    }
    event.begin();
    return event::end;
  }

  @Override
  public void reloaded(boolean inForce, String words) {
    ReloadEvent event = new ReloadEvent();
    event.inForce = inForce;
    event.words = words;
    event.commit();
  }

  @Override
  public void storeState(boolean answering, String words) {
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
