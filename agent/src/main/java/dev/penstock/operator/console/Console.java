package dev.penstock.operator.console;

import dev.penstock.log.AgentLog;
import dev.penstock.operator.OperatorControls;
import dev.penstock.rules.ConsoleSettings;
import dev.penstock.telemetry.Snapshot;
import java.io.IOException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The console of this JVM: open where the rules ask for it, or not there at all. */
public final class Console {
  private final OperatorControls controls;
  private final Function<Snapshot, String> metrics;
  private final AgentLog log;
  private final ConsoleLimits limits;

  private @Nullable ConsoleSettings settings;
  private volatile @Nullable ConsoleServer server;
  private @Nullable String madeUpToken;

  /** True if it was said that the port cannot be had. */
  private boolean complained;

  /**
   * A console that is not open.
   *
   * @param metrics a snapshot as text for Prometheus
   */
  public Console(OperatorControls controls, Function<Snapshot, String> metrics, AgentLog log) {
    this(controls, metrics, ConsoleLimits.USUAL, log);
  }

  Console(
      OperatorControls controls,
      Function<Snapshot, String> metrics,
      ConsoleLimits limits,
      AgentLog log) {
    this.controls = controls;
    this.metrics = metrics;
    this.limits = limits;
    this.log = log;
  }

  /**
   * Opens it where the rules ask for it, moves it, or closes it: to be called now and then, as a
   * port that is taken is tried again each time. Not to be called while the JVM starts.
   *
   * @param wanted null for none
   */
  public synchronized void keepAs(@Nullable ConsoleSettings wanted) {
    if (wanted == null || !wanted.equals(settings)) {
      close();
    }
    settings = wanted;
    ConsoleServer open = server;
    if (wanted != null && (open == null || !open.isOpen())) {
      open(wanted);
    }
  }

  /** Where it is, with the token in it: not to be logged. Null if it is not open. */
  public @Nullable String url() {
    ConsoleServer open = server;
    return open == null ? null : open.url();
  }

  private void close() {
    ConsoleServer open = server;
    server = null;
    complained = false;
    if (open != null) {
      open.close();
      log.info("the console is closed");
    }
  }

  private void open(ConsoleSettings wanted) {
    try {
      ConsoleServer open =
          new ConsoleServer(wanted, tokenFor(wanted), controls, metrics, limits, log);
      server = open;
      complained = false;
      log.info("the console is at " + open.address());
    } catch (IOException | RuntimeException taken) {
      server = null;
      if (!complained) {
        complained = true;
        log.warn(
            "cannot open the console at "
                + (wanted.host() + ":" + wanted.port())
                + ", and goes on trying: "
                + taken.getMessage());
      }
    }
  }

  /** The same one for as long as the JVM lives, so that a page outlives a reload. */
  private String tokenFor(ConsoleSettings wanted) {
    String token = wanted.token() == null ? madeUpToken : wanted.token();
    if (token == null) {
      token = TokenText.random();
      madeUpToken = token;
    }
    return token;
  }
}
