package dev.penstock.operator.console;

import dev.penstock.log.AgentLog;
import dev.penstock.operator.OperatorControls;
import dev.penstock.rules.ConsoleSettings;
import dev.penstock.telemetry.Snapshot;
import java.io.IOException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Opens, moves and closes the web console of this JVM as the rules file configures it. */
public final class Console {
  private final OperatorControls controls;
  private final Function<Snapshot, String> metrics;
  private final AgentLog log;
  private final ConsoleLimits limits;

  private @Nullable ConsoleSettings settings;
  private volatile @Nullable ConsoleServer server;
  private @Nullable String generatedToken;

  /** True if a warning about the port was logged. */
  private boolean hasWarned;

  /**
   * Creates a closed console.
   *
   * @param metrics formats a snapshot for Prometheus
   */
  public Console(OperatorControls controls, Function<Snapshot, String> metrics, AgentLog log) {
    this(controls, metrics, ConsoleLimits.DEFAULT, log);
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
   * Opens, moves or closes the console. Call it regularly, because it retries a port that is in
   * use. Do not call it while the JVM starts.
   *
   * @param wanted the settings; null to close the console
   */
  public synchronized void apply(@Nullable ConsoleSettings wanted) {
    if (wanted == null || !wanted.equals(settings)) {
      close();
    }
    settings = wanted;
    ConsoleServer open = server;
    if (wanted != null && (open == null || !open.isOpen())) {
      open(wanted);
    }
  }

  /** The URL with the token, which must not be logged; null if the console is closed. */
  public @Nullable String url() {
    ConsoleServer open = server;
    return open == null ? null : open.url();
  }

  private void close() {
    ConsoleServer open = server;
    server = null;
    hasWarned = false;
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
      hasWarned = false;
      log.info("the console is at " + open.address());
    } catch (IOException | RuntimeException taken) {
      server = null;
      if (!hasWarned) {
        hasWarned = true;
        log.warn(
            "cannot open the console at "
                + (wanted.host() + ":" + wanted.port())
                + ": "
                + taken.getMessage()
                + ". Retrying until the port is free.");
      }
    }
  }

  /** A generated token stays the same until the JVM ends, so that open pages survive a reload. */
  private String tokenFor(ConsoleSettings wanted) {
    String token = wanted.token() == null ? generatedToken : wanted.token();
    if (token == null) {
      token = TokenText.random();
      generatedToken = token;
    }
    return token;
  }
}
