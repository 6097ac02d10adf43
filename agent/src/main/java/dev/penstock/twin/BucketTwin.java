package dev.penstock.twin;

import dev.penstock.limit.TokenBucket;
import org.jspecify.annotations.Nullable;

/** The twin of a token bucket. */
final class BucketTwin extends Twin {
  private static final String ANY_PLACE = "";

  private final TokenBucket bucket;

  /** The bucket that calls are judged by; another one if they must not be held. */
  private final TokenBucket judging;

  private final long fullForMicros;
  private final byte[] ticksPerMicro;
  private final byte[] reachMicros;
  private final byte[] reachTicks;

  BucketTwin(TokenBucket bucket) {
    this(bucket, bucket, /* fullForMicros= */ 0);
  }

  private BucketTwin(TokenBucket bucket, TokenBucket judging, long fullForMicros) {
    super(Kind.BUCKET, bucket.intervalTicks(), bucket.ticksPerMicro());
    this.bucket = bucket;
    this.judging = judging;
    this.fullForMicros = fullForMicros;
    ticksPerMicro = Arguments.ascii(bucket.ticksPerMicro());
    reachMicros = Arguments.ascii(judging.reachTicks() / bucket.ticksPerMicro());
    reachTicks = Arguments.ascii(judging.reachTicks() % bucket.ticksPerMicro());
  }

  @Override
  public Twin withoutWait(long newFullForMicros) {
    return bucket.patienceMicros() == 0
        ? this
        : new BucketTwin(bucket, bucket.withoutPatience(), newFullForMicros);
  }

  @Override
  public TokenBucket limit() {
    return bucket;
  }

  @Override
  void claim(Arguments arguments, Asked asked) {
    arguments.add(ticksPerMicro).add(reachMicros).add(reachTicks);
    // One more than it holds takes longer to refill than all that it can be spent ahead.
    arguments.addPair(bounded(asked.total()) * bucket.intervalTicks(), bucket.ticksPerMicro());
  }

  /** Only what need not be held: nobody queues for units to be spent later. */
  @Override
  void lease(Arguments arguments, LeaseCall.Request request) {
    arguments.add(ticksPerMicro).addPair(bucket.depthTicks(), bucket.ticksPerMicro());
    arguments.addPair(bucket.intervalTicks(), bucket.ticksPerMicro());
    arguments.add(bucket.intervalTicks());
    SlotsTwin.addMember(arguments, request.member());
    arguments.add(request.spent()).add(request.unused());
  }

  /** Few enough that the time they take to refill is exact in ticks. */
  @Override
  public long mostLeased() {
    return Math.min(super.mostLeased(), MOST_EXACT / bucket.intervalTicks());
  }

  @Override
  void refund(Arguments arguments, Charge charge, Refunding how, Member member) {
    long units = Math.min(charge.cost(), bucket.capacity());
    arguments.add(ticksPerMicro).add(reachMicros).add(reachTicks);
    arguments.addPair(units * bucket.intervalTicks(), bucket.ticksPerMicro());
    arguments.add(Arguments.ascii(how == Refunding.PLACE ? charge.recordAfter() : ANY_PLACE));
    arguments.add(charge.atMicros());
    // Nothing is given back while calls are held; where none ever is, no depth is too large.
    long depth = bucket.patienceMicros() > 0 ? bucket.depthTicks() : bucket.reachTicks();
    arguments.addPair(depth, bucket.ticksPerMicro());
  }

  @Override
  boolean isRecord(@Nullable Object part) {
    return ReplyParts.areDecimals(part, /* least= */ 1, /* most= */ 2);
  }

  @Override
  Standing standing(String onRecord, long nowMicros, long cost) {
    Decimals decimals = new Decimals(onRecord);
    long state = bucket.state(decimals.next(), decimals.next());
    return new Standing(
        judging.remaining(state, nowMicros),
        judging.resetMicros(state, nowMicros),
        fullForMicros > 0
            ? bucket.waitMicros(state, nowMicros, cost, fullForMicros)
            : bucket.waitMicros(state, nowMicros, cost),
        bucket.delayMicros(state, nowMicros),
        nowMicros,
        onRecord);
  }
}
