package dev.penstock.telemetry;

import dev.penstock.engine.Decision;
import dev.penstock.http.Direction;
import dev.penstock.log.AgentLog;
import dev.penstock.telemetry.Snapshot.RedisFigures;
import dev.penstock.telemetry.jfr.JfrDetector;
import dev.penstock.telemetry.otel.SpanSignals;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Publishes single events to the JDK Flight Recorder and to OpenTelemetry spans. */
public final class SignalPublisher {
  /*
   * An admitted call costs one read of a field, a rejection two. Nothing is computed unless a
   * recording or a span is active. An error in here never reaches the call.
   *
   * The classes of the JDK that recorders need are loaded by the housekeeping thread while the
   * application runs, and only if a recording is active.
   */

  /** A publisher without recorders, for use before the agent has started. */
  public static final SignalPublisher SILENT = new SignalPublisher(AgentLog.onStderr());

  private final AgentLog log;
  private final Supplier<@Nullable Signals> recorders;
  private volatile @Nullable Signals activeRecorder;
  private volatile @Nullable SpanSignals spans;
  private boolean wasRecording;
  private @Nullable RedisFigures lastStore;
  private volatile @Nullable Reload lastReload;

  public SignalPublisher(AgentLog log) {
    this(log, new JfrDetector()::detect);
  }

  /**
   * @param recorders asked for a recorder until it returns one
   */
  public SignalPublisher(AgentLog log, Supplier<@Nullable Signals> recorders) {
    this.log = log;
    this.recorders = recorders;
  }

  /** Switches attributes on spans on or off, as the rules in force say. */
  public void publishToSpans(boolean wanted) {
    SpanSignals known = spans;
    spans = !wanted ? null : known == null ? new SpanSignals() : known;
  }

  /** Detects recordings that have started. Called by the housekeeping thread only. */
  public void refreshRecorders() {
    Signals recorder = activeRecorder;
    recorder = recorder == null ? recorders.get() : recorder;
    activeRecorder = recorder;
    boolean recording = recorder != null && recorder.recordsReloads();
    Reload last = lastReload;
    if (recording && !wasRecording && last != null) {
      // Every recording contains the rules in force, even if it starts long after the load.
      send(active -> active.reloaded(last.inForce(), last.words()));
    }
    wasRecording = recording;
  }

  /** Publishes the decision about an inbound request. */
  public void decided(Decision decision) {
    Signals recorder = decision.isRejected() ? activeRecorder : null;
    SpanSignals spanSignals = spans;
    if (recorder == null && spanSignals == null) {
      return;
    }
    try {
      publish(decision, recorder, spanSignals);
    } catch (Throwable error) {
      suppressed(error);
    }
  }

  private static void publish(
      Decision decision, @Nullable Signals recorder, @Nullable SpanSignals spanSignals) {
    DecisionRecord decided = DecisionRecords.of(decision);
    if (decided != null && recorder != null) {
      recorder.rejected(decided);
    }
    if (decided != null && spanSignals != null) {
      spanSignals.publish(decided);
    }
  }

  /** Publishes the rejection of an outbound call, if a recording wants it. */
  public void rejected(Supplier<DecisionRecord> record) {
    Signals recorder = activeRecorder;
    if (recorder == null) {
      return;
    }
    try {
      recorder.rejected(record.get());
    } catch (Throwable error) {
      suppressed(error);
    }
  }

  /** True if a recorder was found in this JVM. */
  public boolean isRecording() {
    return activeRecorder != null;
  }

  /** Starts the event of one wait; null if no recording wants it. */
  public Signals.@Nullable OpenWait beginWait() {
    Signals recorder = activeRecorder;
    try {
      return recorder == null ? null : recorder.beginWait();
    } catch (Throwable error) {
      suppressed(error);
      return null;
    }
  }

  /**
   * Ends the event of one wait.
   *
   * @param wait null if no recording wanted it
   */
  public void endWait(
      Signals.@Nullable OpenWait wait,
      Direction direction,
      String rule,
      @Nullable String host,
      long micros) {
    if (wait == null) {
      return;
    }
    try {
      wait.end(direction, rule, host, micros);
    } catch (Throwable error) {
      suppressed(error);
    }
  }

  /** Publishes that the rules file was loaded. */
  public void reloaded(boolean inForce, String words) {
    lastReload = new Reload(inForce, words);
    if (activeRecorder != null) {
      send(recorder -> recorder.reloaded(inForce, words));
    }
  }

  /**
   * Publishes the state of Redis if it has changed. Called by the housekeeping thread only.
   *
   * @param redis null if counts are in this JVM
   */
  public void storeState(@Nullable RedisFigures redis) {
    RedisFigures last = lastStore;
    lastStore = redis;
    if (redis == null || (last != null && isSameState(redis, last))) {
      return;
    }
    boolean answering = redis.answering();
    String words = redis.address() + (answering ? " is available" : " is unavailable");
    send(recorder -> recorder.storeState(answering, words));
  }

  private static boolean isSameState(RedisFigures now, RedisFigures last) {
    return now.opened() == last.opened() && now.closed() == last.closed();
  }

  /** Publishes that an operator has used a switch. */
  public void switched(String what, String by) {
    send(recorder -> recorder.switched(what, by));
  }

  private void send(Consumer<Signals> event) {
    Signals recorder = activeRecorder;
    try {
      if (recorder != null) {
        event.accept(recorder);
      }
    } catch (Throwable error) {
      suppressed(error);
    }
  }

  private void suppressed(Throwable error) {
    log.repeated(
        AgentLog.SUPPRESSED + "signals",
        "an event could not be published to JFR or OpenTelemetry; the call continues",
        error);
  }

  /** The last load of the rules file. */
  private record Reload(boolean inForce, String words) {}
}
