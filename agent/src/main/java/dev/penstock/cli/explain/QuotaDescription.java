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

/** Describes how a quota applies to one request. */
final class QuotaDescription {
  private final Quota quota;
  private final KeyContext context;
  private final String plan;
  private final List<StatusRange> resetOn;

  /**
   * Creates a description.
   *
   * @param resetOn the response statuses that reset the counts of the key
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
    if (key == null && isNotCounted()) {
      return;
    }
    Limit limit = quota.limits().getOrDefault(plan, quota.defaultLimit());
    if (quota.limits().size() > 1) {
      out.println(margin + "plan   " + plan);
    }
    out.println(margin + "limit  " + LimitDescription.of(limit) + " (" + quota.algorithm() + ")");
    out.println(margin + "left   " + LimitDescription.untouched(limit) + " (nothing used yet)");
    if (!resetOn.isEmpty()) {
      out.println(margin + "reset  " + reset());
    }
  }

  private String reset() {
    boolean leftOut = AccountKey.canName(quota.key()) && !AccountKey.isNamed(quota.key(), context);
    return leftOut
        ? "not by this request: it names no account"
        : "by a response with " + RuleDescription.words(resetOn);
  }

  /** Prints how many inbound requests can be queued. */
  static void printQueue(Quota quota, String margin, PrintStream out) {
    out.println(
        margin
            + "queue  "
            + (quota.queue() == Quota.SHARED_QUEUE
                ? Quota.MAX_ON_THREADS + " calls, shared by all limits without `queue`"
                : quota.queue() + " calls"));
  }

  /** True if a request without the key is not counted. */
  private boolean isNotCounted() {
    return quota.onMissingKey() == MissingKeyPolicy.SKIP
        || quota.onMissingKey() == MissingKeyPolicy.DENY;
  }

  private String withKey(String key) {
    boolean hasParts =
        quota.key() instanceof FirstPresentKey || quota.key() instanceof CompositeKey;
    return hasParts ? key + ", from " + quota.key() : key;
  }

  private String withoutKey() {
    String missing = quota.key() + " is missing";
    return switch (quota.onMissingKey()) {
      case IP -> ClientIpKey.INSTANCE.describe(context) + ": " + missing;
      case SHARED -> "shared by all such calls: " + missing;
      case SKIP -> "none, not limited: " + missing;
      case DENY -> "none, rejected: " + missing;
    };
  }
}
