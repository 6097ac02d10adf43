package dev.penstock.store.local;

import dev.penstock.log.AgentLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** Reports limits that have no place for new keys: one log line per minute names all of them. */
final class OverflowReport {
  static final String CAUSE = "store full";

  private final AgentLog log;

  /** The limits that overflowed since the last line. */
  private final Set<String> unreported = ConcurrentHashMap.newKeySet();

  OverflowReport(AgentLog log) {
    this.log = log;
  }

  /** Reports a decision that used the overflow bucket of this limit. */
  void overflowed(String limit) {
    if (!unreported.contains(limit)) {
      unreported.add(limit);
    }
    log.repeated(CAUSE, this::message);
  }

  /** Reports limits that overflowed after the last line, if another line is due. */
  void catchUp() {
    if (!unreported.isEmpty()) {
      log.remind(CAUSE, this::message);
    }
  }

  private String message() {
    List<String> named = new ArrayList<>(unreported);
    unreported.removeAll(named);
    return named.stream()
        .sorted()
        .map(limit -> '`' + limit.replaceAll(" +", " ") + '`')
        .collect(
            Collectors.joining(
                ", ",
                "the key table has no room for new keys of ",
                ": new clients share one bucket per limit;"
                    + " raise `store.max-keys`, or choose keys that clients cannot make up"));
  }
}
