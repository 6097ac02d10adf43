package dev.penstock.cli;

import dev.penstock.key.AccountKey;
import dev.penstock.key.Caller;
import dev.penstock.key.ClientIp;
import dev.penstock.key.Composite;
import dev.penstock.key.FirstPresent;
import dev.penstock.limit.Limit;
import dev.penstock.limit.LimitWords;
import dev.penstock.rule.MissingKey;
import dev.penstock.rule.Quota;
import dev.penstock.rule.StatusRange;
import java.io.PrintStream;
import java.util.List;

/** What a quota makes of one request, in words. */
final class QuotaWords {
  private final Quota quota;
  private final Caller caller;
  private final String plan;
  private final List<StatusRange> resetOn;

  /**
   * @param resetOn the statuses of answers that clear the key
   */
  QuotaWords(Quota quota, Caller caller, String plan, List<StatusRange> resetOn) {
    this.quota = quota;
    this.caller = caller;
    this.plan = plan;
    this.resetOn = resetOn;
  }

  void print(String margin, PrintStream out) {
    String key = quota.key().describe(caller);
    out.println(margin + "key    " + (key == null ? withoutKey() : withKey(key)));
    if (key == null && isLetGo()) {
      return;
    }
    Limit limit = quota.limits().getOrDefault(plan, quota.anyLimit());
    if (quota.limits().size() > 1) {
      out.println(margin + "plan   " + plan);
    }
    out.println(margin + "limit  " + LimitWords.of(limit) + " (" + quota.algorithm() + ")");
    out.println(margin + "left   " + LimitWords.untouched(limit) + ", as nothing is spent yet");
    if (!resetOn.isEmpty()) {
      out.println(margin + "reset  " + reset());
    }
  }

  private String reset() {
    boolean leftOut = AccountKey.canName(quota.key()) && !AccountKey.isNamed(quota.key(), caller);
    return leftOut
        ? "not by this request, as it names no account"
        : "by an answer with " + RuleWords.words(resetOn);
  }

  /** Says how many inbound calls wait at once for their turn. */
  static void printQueue(Quota quota, String margin, PrintStream out) {
    out.println(
        margin
            + "queue  "
            + (quota.queue() == Quota.SHARED_QUEUE
                ? Quota.MOST_ON_THREADS + " calls, with all limits that have no `queue`"
                : quota.queue() + " calls"));
  }

  /** True if a call without the key spends nothing. */
  private boolean isLetGo() {
    return quota.onMissingKey() == MissingKey.SKIP || quota.onMissingKey() == MissingKey.DENY;
  }

  private String withKey(String key) {
    boolean hasParts = quota.key() instanceof FirstPresent || quota.key() instanceof Composite;
    return hasParts ? key + ", from " + quota.key() : key;
  }

  private String withoutKey() {
    String missing = ", as it has no " + quota.key();
    return switch (quota.onMissingKey()) {
      case IP -> ClientIp.INSTANCE.describe(caller) + missing;
      case SHARED -> "shared by all such calls" + missing;
      case SKIP -> "none: skipped" + missing;
      case DENY -> "none: turned away" + missing;
    };
  }
}
