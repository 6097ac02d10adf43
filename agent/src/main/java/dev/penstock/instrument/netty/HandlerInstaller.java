package dev.penstock.instrument.netty;

/** Adds handlers to the pipelines of one copy of Netty. */
public interface HandlerInstaller {
  /**
   * Adds a handler if the channel serves HTTP and has none yet.
   *
   * @param place what was found in the channel
   * @param context the context of the handler that was added to the channel last
   */
  void install(HandlerPlace place, Object context);
}
