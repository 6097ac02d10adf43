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
   * recording or a span wants it. A failure in here never reaches the call.
   *
   * The classes of the JDK that recorders need are loaded by the housekeeping thread while the
   * application runs, and only if a recording is active.
   */

  /** Passes nothing on. */
  public static final SignalPublisher SILENT = new SignalPublisher(AgentLog.onStderr());

  private final AgentLog log;
  private final Supplier<@Nullable Signals> recorders;
  private volatile @Nullable Signals flight;
  private volatile @Nullable SpanSignals spans;
  private boolean wasHeard;
  private @Nullable RedisFigures lastStore;
  private volatile @Nullable Reload lastReload;

  public SignalPublisher(AgentLog log) {
    this(log, new JfrDetector()::look);
  }

  /** Looks there for somebody who wants to hear of what happens. */
  public SignalPublisher(AgentLog log, Supplier<@Nullable Signals> recorders) {
    this.log = log;
    this.recorders = recorders;
  }

  /** Switches attributes on spans on or off, as the rules in force say. */
  public void noteOnSpans(boolean wanted) {
    SpanSignals known = spans;
    spans = !wanted ? null : known == null ? new SpanSignals() : known;
  }

  /** Refreshes the list of active recorders. Called by the housekeeping thread alone. */
  public void look() {
    Signals recorder = flight;
    recorder = recorder == null ? recorders.get() : recorder;
    flight = recorder;
    boolean heard = recorder != null && recorder.isHeard();
    Reload last = lastReload;
    if (heard && !wasHeard && last != null) {
      // So that every recording says what is in force, also one that begins long after.
      tell(listening -> listening.reloaded(last.inForce(), last.words()));
    }
    wasHeard = heard;
  }

  /** A call that came in was judged. */
  public void decided(Decision decision) {
    Signals recorder = decision.isRejected() ? flight : null;
    SpanSignals noted = spans;
    if (recorder == null && noted == null) {
      return;
    }
    try {
      tell(decision, recorder, noted);
    } catch (Throwable error) {
      suppressed(error);
    }
  }

  private static void tell(
      Decision decision, @Nullable Signals recorder, @Nullable SpanSignals noted) {
    DecisionRecord judgement = DecisionRecords.of(decision);
    if (judgement != null && recorder != null) {
      recorder.refused(judgement);
    }
    if (judgement != null && noted != null) {
      noted.note(judgement);
    }
  }

  /** Publishes the rejection of an outbound call, if a recording wants it. */
  public void rejected(Supplier<DecisionRecord> record) {
    Signals recorder = flight;
    if (recorder == null) {
      return;
    }
    try {
      recorder.refused(record.get());
    } catch (Throwable error) {
      suppressed(error);
    }
  }

  /** True if a recorder was found in this JVM. */
  public boolean isRecording() {
    return flight != null;
  }

  /** Starts the event of one wait; null if no recording wants it. */
  public Signals.@Nullable Waiting beginWait() {
    Signals recorder = flight;
    try {
      return recorder == null ? null : recorder.waits();
    } catch (Throwable error) {
      suppressed(error);
      return null;
    }
  }

  /**
   * Ends the event of one wait.
   *
   * @param waiting null if no recording wanted it
   */
  public void endWait(
      Signals.@Nullable Waiting waiting,
      Direction direction,
      String rule,
      @Nullable String host,
      long micros) {
    if (waiting == null) {
      return;
    }
    try {
      waiting.over(direction, rule, host, micros);
    } catch (Throwable error) {
      suppressed(error);
    }
  }

  /** The rules file was read. */
  public void reloaded(boolean inForce, String words) {
    lastReload = new Reload(inForce, words);
    if (flight != null) {
      tell(recorder -> recorder.reloaded(inForce, words));
    }
  }

  /**
   * How things stand with what is shared with others, to be told now and then by the housekeeping
   * thread; null if nothing is.
   */
  public void store(@Nullable RedisFigures redis) {
    RedisFigures last = lastStore;
    lastStore = redis;
    if (redis == null || (last != null && isSameState(redis, last))) {
      return;
    }
    boolean answering = redis.answering();
    String words = redis.address() + (answering ? " answers" : " does not answer");
    tell(recorder -> recorder.store(answering, words));
  }

  private static boolean isSameState(RedisFigures now, RedisFigures last) {
    return now.opened() == last.opened() && now.closed() == last.closed();
  }

  /** An operator has used a switch. */
  public void switched(String what, String by) {
    tell(recorder -> recorder.switched(what, by));
  }

  private void tell(Consumer<Signals> telling) {
    Signals recorder = flight;
    try {
      if (recorder != null) {
        telling.accept(recorder);
      }
    } catch (Throwable error) {
      suppressed(error);
    }
  }

  private void suppressed(Throwable error) {
    log.repeated(AgentLog.SUPPRESSED + "signals", "cannot tell of what happened", error);
  }

  /** What came of reading the rules file. */
  private record Reload(boolean inForce, String words) {}
}
