package testapp.calls;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.LongAdder;

/** Counts calls by outcome. */
final class CallTally {
  private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();

  CallTally() {
    for (String outcome : new String[] {"200", "429", "rejected", "other"}) {
      counts.put(outcome, new LongAdder());
    }
  }

  /** Makes a call and counts it. */
  void count(Client client, Call call) {
    try {
      count(client.call(call));
    } catch (Exception e) {
      count(e);
    }
  }

  /** Waits for a call and counts it. */
  void count(Future<Reply> started) throws InterruptedException {
    try {
      count(started.get());
    } catch (ExecutionException e) {
      count(e);
    }
  }

  private void count(Reply reply) {
    add(Integer.toString(reply.status()));
  }

  private void count(Exception failure) {
    add(
        FailureText.isOutboundLimit(failure)
            ? "rejected"
            : FailureText.status(failure).orElse("other"));
  }

  private void add(String what) {
    counts.computeIfAbsent(what, any -> new LongAdder()).increment();
  }

  /** For example {@code 200=95 429=5 other=0 rejected=0}: other statuses only if they occurred. */
  @Override
  public String toString() {
    var text = new StringBuilder();
    new TreeMap<>(counts)
        .forEach((what, count) -> text.append(what).append('=').append(count.sum()).append(' '));
    return text.toString().strip();
  }
}
