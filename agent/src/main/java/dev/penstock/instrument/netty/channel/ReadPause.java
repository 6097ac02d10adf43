package dev.penstock.instrument.netty.channel;

import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelHandlerContext;

/** Stops a channel from reading while a request waits, so that its body does not fill memory. */
final class ReadPause {
  /*
   * A channel reads by itself (auto-read), or when the application asks it to. Auto-read is
   * switched off meanwhile, and the application's own requests to read are noted. If the
   * application switches auto-read during a pause, the end of the pause switches it back.
   */
  private boolean paused;
  private boolean autoRead;
  private boolean requested;

  void start(ChannelHandlerContext context) {
    if (!paused) {
      ChannelConfig config = context.channel().config();
      paused = true;
      requested = false;
      autoRead = config.isAutoRead();
      if (autoRead) {
        config.setAutoRead(false);
      }
    }
  }

  /**
   * Ends a pause.
   *
   * @param needed true if the application waits for a message and got none
   */
  void end(ChannelHandlerContext context, boolean needed) {
    if (paused) {
      paused = false;
      if (autoRead) {
        context.channel().config().setAutoRead(true);
      } else if (requested || needed) {
        context.read();
      }
    }
  }

  /** Notes a request to read; returns true if it has to wait. */
  boolean defers() {
    requested |= paused;
    return paused;
  }

  boolean isPaused() {
    return paused;
  }
}
