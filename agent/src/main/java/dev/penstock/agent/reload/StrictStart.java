package dev.penstock.agent.reload;

import dev.penstock.log.AgentLog;
import java.util.function.IntConsumer;

/** Applies the agent option {@code strict}: the application must not start without rules. */
public final class StrictStart {
  /*
   * 78 is EX_CONFIG of sysexits.h, "something was found in an unconfigured or misconfigured state".
   * systemd shows it by that name and can be configured not to restart on it. 1 would look like a
   * failure of the application or of the java launcher. An exception out of premain is no
   * alternative: the JVM then aborts, and some versions leave a core dump.
   */
  static final int EXIT_CODE = 78;

  private static final String EXITS =
      "The agent option `strict` is set, so the JVM exits with code " + EXIT_CODE + ".";

  private final boolean required;
  private final AgentLog log;
  private final IntConsumer exit;

  public StrictStart(boolean strict, boolean attached, AgentLog log) {
    this(strict, attached, log, System::exit);
  }

  public StrictStart(boolean strict, boolean attached, AgentLog log, IntConsumer exit) {
    required = strict && !attached;
    this.log = log;
    this.exit = exit;
    if (strict && attached) {
      log.warn(
          "the agent option `strict` is ignored: the application is already running, and Penstock"
              + " never stops a running application");
    }
  }

  public FirstLoad firstLoad() {
    return required ? FirstLoad.REQUIRED : FirstLoad.OPTIONAL;
  }

  /** Ends the JVM if rules are required and none are in force. */
  public void expectRules(boolean loaded) {
    if (required && !loaded) {
      log.error("the rules could not be loaded. " + EXITS);
      exit.accept(EXIT_CODE);
    }
  }

  /** Ends the JVM if rules are required and the agent itself could not start. */
  public void failed(Throwable error) {
    if (required) {
      log.error("Penstock could not start: " + error + ". " + EXITS);
      exit.accept(EXIT_CODE);
    }
  }
}
