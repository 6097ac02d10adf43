package dev.penstock.cli.explain;

import dev.penstock.limit.Limit;
import dev.penstock.limit.LimitDescription;
import dev.penstock.rules.MissingKeyPolicy;
import dev.penstock.rules.Quota;
import dev.penstock.rules.key.AccountKey;
import dev.penstock.rules.key.ClientIpKey;
import dev.penstock.rules.key.CompositeKey;
import dev.penstock.rules.key.FirstPresentKey;
import dev.penstock.rules.key.KeyContext;
import dev.penstock.rules.match.StatusRange;
import java.io.PrintStream;
import java.util.List;

/** What a quota makes of one request, in words. */
final class QuotaDescription {
  private final Quota quota;
  private final KeyContext context;
  private final String plan;
  private final List<StatusRange> resetOn;

  /**
   * @param resetOn the statuses of answers that clear the key
   */
  QuotaDescription(Quota quota, KeyContext context, String plan, List<StatusRange> resetOn) {
    this.quota = quota;
    this.context = context;
    this.plan = plan;
    this.resetOn = resetOn;
  }

  void print(String margin, PrintStream out) {
    String key = quota.key().describe(context);
    out.println(margin + "key    " + (key == null ? withoutKey() : withKey(key)));
    if (key == null && isLetGo()) {
      return;
    }
    Limit limit = quota.limits().getOrDefault(plan, quota.anyLimit());
    if (quota.limits().size() > 1) {
      out.println(margin + "plan   " + plan);
    }
    out.println(margin + "limit  " + LimitDescription.of(limit) + " (" + quota.algorithm() + ")");
    out.println(
        margin + "left   " + LimitDescription.untouched(limit) + ", as nothing is spent yet");
    if (!resetOn.isEmpty()) {
      out.println(margin + "reset  " + reset());
    }
  }

  private String reset() {
    boolean leftOut = AccountKey.canName(quota.key()) && !AccountKey.isNamed(quota.key(), context);
    return leftOut
        ? "not by this request, as it names no account"
        : "by an answer with " + RuleDescription.words(resetOn);
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
    return quota.onMissingKey() == MissingKeyPolicy.SKIP
        || quota.onMissingKey() == MissingKeyPolicy.DENY;
  }

  private String withKey(String key) {
    boolean hasParts =
        quota.key() instanceof FirstPresentKey || quota.key() instanceof CompositeKey;
    return hasParts ? key + ", from " + quota.key() : key;
  }

  private String withoutKey() {
    String missing = ", as it has no " + quota.key();
    return switch (quota.onMissingKey()) {
      case IP -> ClientIpKey.INSTANCE.describe(context) + missing;
      case SHARED -> "shared by all such calls" + missing;
      case SKIP -> "none: skipped" + missing;
      case DENY -> "none: turned away" + missing;
    };
  }
}
