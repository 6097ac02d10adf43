package dev.penstock.instrument.netty.channel;

import dev.penstock.instrument.server.GateResult;
import org.jspecify.annotations.Nullable;

/** The handler of a channel that passes a request on, or not. */
interface ExchangeOwner {
  /**
   * Continues with a suspended request, on the event loop of the channel.
   *
   * @param known the result of the gate; null to ask for it
   */
  void resume(ChannelExchange exchange, @Nullable GateResult known);
}
