package dev.penstock.instrument.netty;

/** Recognizes servers on Netty whose requests another hook catches, so that each counts once. */
public final class OtherServers {
  /*
   * Vert.x has hooks of its own. Reactor Netty has one only under Spring WebFlux, whose hook also
   * knows routes and users. There the listener of the server leads to Spring's adapter.
   */
  private static final String VERTX = "io.vertx.";
  private static final String REACTOR_BRIDGE = "reactor.netty.channel.ChannelOperationsHandler";

  private static final SpringAdapters ADAPTERS = new SpringAdapters();

  private OtherServers() {}

  /** True for the name of a handler class of such a server. */
  static boolean isPartOfOne(String handlerType) {
    return handlerType.startsWith(VERTX);
  }

  /** True if a channel with this handler belongs to such a server. */
  public static boolean haveAdded(Object handler) {
    String type = handler.getClass().getName();
    return isPartOfOne(type) || (type.equals(REACTOR_BRIDGE) && ADAPTERS.areBehind(handler));
  }
}
