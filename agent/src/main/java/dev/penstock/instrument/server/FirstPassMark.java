package dev.penstock.instrument.server;

import dev.penstock.http.InboundExchange;

/** Marks a request that a hook has seen, and keeps what later hooks need to continue with it. */
public final class FirstPassMark {
  /** The request attribute that holds the mark, where requests have their own attributes. */
  public static final String ATTRIBUTE = "dev.penstock.decided";

  private final InboundExchange exchange;
  private final Object attachment;
  private volatile String routePrefix = "";

  /**
   * @param exchange the request as the first hook saw it
   * @param attachment the argument of {@link InboundExchange#attach}
   */
  public FirstPassMark(InboundExchange exchange, Object attachment) {
    this.exchange = exchange;
    this.attachment = attachment;
  }

  public InboundExchange exchange() {
    return exchange;
  }

  public Object attachment() {
    return attachment;
  }

  /** The known part of the route, where a framework finds it step by step; empty at first. */
  public String routePrefix() {
    return routePrefix;
  }

  public void setRoutePrefix(String prefix) {
    routePrefix = prefix;
  }
}
