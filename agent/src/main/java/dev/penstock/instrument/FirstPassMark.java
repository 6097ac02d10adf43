package dev.penstock.instrument;

import dev.penstock.http.InboundExchange;

/** A call as it was met first, and what was kept with it to be gone on with. */
public final class FirstPassMark {
  /** The attribute of a request that holds it, where requests have attributes of their own. */
  public static final String MARK = "dev.penstock.decided";

  private final InboundExchange exchange;
  private final Object kept;
  private volatile String way = "";

  /**
   * @param exchange the call as it was then
   * @param kept what {@link InboundExchange#attach} was given
   */
  public FirstPassMark(InboundExchange exchange, Object kept) {
    this.exchange = exchange;
    this.kept = kept;
  }

  public InboundExchange visit() {
    return exchange;
  }

  public Object kept() {
    return kept;
  }

  /** What is known of the call's route, where that is found out step by step; empty at first. */
  public String way() {
    return way;
  }

  /** Notes the way that the call has come so far. */
  public void noteWay(String soFar) {
    way = soFar;
  }
}
