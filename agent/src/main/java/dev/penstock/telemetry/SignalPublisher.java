package dev.penstock.telemetry;

import dev.penstock.engine.Decision;
import dev.penstock.http.Direction;
import dev.penstock.http.OutboundPermit;
import dev.penstock.inbound.TurnWait;
import dev.penstock.log.AgentLog;
import dev.penstock.operator.OperatorControls;
import dev.penstock.operator.jmx.MBeanRegistration;
import dev.penstock.outbound.ObservedCall;
import dev.penstock.outbound.PacedCall;
import dev.penstock.rules.VisibilitySettings;
import dev.penstock.telemetry.Snapshot.RedisFigures;
import dev.penstock.telemetry.jfr.JfrDetector;
import dev.penstock.telemetry.otel.SpanSignals;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Passes on what happens to the flight recorder, to spans and to MBeans, where somebody looks. */
public final class SignalPublisher {
  /*
   * A call that goes through costs one look at a field, and a refusal two; nothing is put together
   * before somebody wants it. Whatever fails here, the call does not hear of it.
   *
   * What the three of them need of the JDK is loaded by the housekeeping thread, when the
   * application runs and somebody asks for it, not before.
   */

  /** Passes nothing on. */
  public static final SignalPublisher SILENT = new SignalPublisher(AgentLog.onStderr());

  private final AgentLog log;
  private final Supplier<@Nullable Signals> recorders;
  private volatile @Nullable Signals flight;
  private volatile @Nullable SpanSignals spans;
  private volatile @Nullable OperatorControls controls;
  private volatile boolean registered;
  private volatile boolean rulesHaveChanged;
  private boolean wasHeard;
  private @Nullable MBeanRegistration registration;
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

  /** What an MBean is made of; without it there is none. */
  public void steeredBy(OperatorControls newControls) {
    controls = newControls;
  }

  /** What the rules in force say of where the agent is to be seen. */
  public void showIn(VisibilitySettings visibility) {
    SpanSignals known = spans;
    spans = !visibility.spans() ? null : known == null ? new SpanSignals() : known;
    registered = visibility.jmx();
    rulesHaveChanged = true;
  }

  /** Looks who looks; to be called now and then, by the housekeeping thread alone. */
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
    register();
  }

  private void register() {
    OperatorControls shown = registered ? controls : null;
    MBeanRegistration known = registration;
    boolean changed = rulesHaveChanged;
    rulesHaveChanged = false;
    if (shown == null) {
      if (known != null) {
        known.end();
      }
      registration = null;
      return;
    }
    known = known == null ? new MBeanRegistration(shown, log) : known;
    registration = known;
    known.look(changed);
  }

  /** A call that came in was judged. */
  public void decided(Decision decision) {
    Signals recorder = decision.refuses() ? flight : null;
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

  private static void tell(Decision decision, @Nullable Signals recorder, @Nullable SpanSignals noted) {
    DecisionRecord judgement = DecisionRecords.of(decision);
    if (judgement != null && recorder != null) {
      recorder.refused(judgement);
    }
    if (judgement != null && noted != null) {
      noted.note(judgement);
    }
  }

  /** A call that was to go out was refused. */
  public void refused(IOException refusal) {
    Signals recorder = flight;
    if (recorder == null) {
      return;
    }
    try {
      recorder.refused(DecisionRecords.of(refusal));
    } catch (Throwable error) {
      suppressed(error);
    }
  }

  /** Lets a call that came in wait for its turn; false if its thread is interrupted before that. */
  public boolean await(Decision decision, boolean mayBlock) {
    long micros = decision.delayMicros();
    if (micros <= 0) {
      return true;
    }
    Signals.Waiting waiting = waits();
    boolean itsTurn = !mayBlock || TurnWait.await(micros);
    if (waiting != null) {
      String rule = decision.rule(decision.slowest()).name();
      over(waiting, Direction.INBOUND, rule, /* host= */ null, micros);
    }
    return itsTurn;
  }

  /** Lets a call that goes out wait for its turn. */
  public void await(PacedCall departure) throws InterruptedIOException {
    Signals.Waiting waiting = waits();
    departure.await();
    over(waiting, departure);
  }

  /** The same where no thread waits: somebody has to hear of it when it is decided. */
  public OutboundPermit following(PacedCall departure) {
    return flight == null ? departure : new ObservedCall(departure, waits(), /* signals= */ this);
  }

  private Signals.@Nullable Waiting waits() {
    Signals recorder = flight;
    try {
      return recorder == null ? null : recorder.waits();
    } catch (Throwable error) {
      suppressed(error);
      return null;
    }
  }

  /** The wait of a call that goes out is over; null if nobody wanted to know of it. */
  public void over(Signals.@Nullable Waiting waiting, PacedCall departure) {
    if (waiting != null) {
      over(
          waiting,
          Direction.OUTBOUND,
          departure.heldBy(),
          departure.host(),
          departure.heldMicros());
    }
  }

  private void over(
      Signals.Waiting waiting,
      Direction direction,
      String rule,
      @Nullable String host,
      long micros) {
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
  void switched(String what, String by) {
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
