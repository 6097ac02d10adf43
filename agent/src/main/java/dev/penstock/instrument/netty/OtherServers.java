package dev.penstock.instrument.netty;

import dev.penstock.instrument.micronaut.MicronautHook;

/** Recognizes servers on Netty whose requests another hook catches, so that each counts once. */
public final class OtherServers {
  /*
   * Vert.x has hooks of its own, and so has Micronaut if it accepts requests as its hook expects.
   * Reactor Netty has one only under Spring WebFlux, whose hook also knows routes and users. There
   * the listener of the server leads to Spring's adapter.
   */
  private static final String VERTX = "io.vertx.";
  private static final String REACTOR_BRIDGE = "reactor.netty.channel.ChannelOperationsHandler";

  private static final String MICRONAUT = "io.micronaut.http.server.netty.";

  private static final ClassValue<Boolean> HAVE_MICRONAUT_HOOK =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> handlerType) {
          return handlerType.getName().startsWith(MICRONAUT) && MicronautHook.fits(handlerType);
        }
      };

  private static final SpringAdapters ADAPTERS = new SpringAdapters();

  private OtherServers() {}

  /** True for the name of a handler class of such a server. */
  static boolean isPartOfOne(String handlerType) {
    return handlerType.startsWith(VERTX);
  }

  /** True if a channel with this handler belongs to such a server. */
  public static boolean haveAdded(Object handler) {
    String type = handler.getClass().getName();
    return isPartOfOne(type)
        || (type.equals(REACTOR_BRIDGE) && ADAPTERS.areBehind(handler))
        || HAVE_MICRONAUT_HOOK.get(handler.getClass());
  }
}
