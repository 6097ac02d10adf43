package dev.penstock.instrument;

import dev.penstock.http.OutboundCall;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the outbound hook of an instrumented client method. */
public final class OutboundHookIndex {
  private final Map<String, OutboundHook> hooks = new HashMap<>();

  public OutboundHookIndex(List<OutboundHook> clients) {
    for (OutboundHook client : clients) {
      for (HookTarget target : client.targets()) {
        OutboundHook other = hooks.put(target.method() + target.descriptor(), client);
        if (other != null && other != client) {
          throw new IllegalArgumentException(
              client.name() + " and " + other.name() + " share " + target.method());
        }
      }
    }
  }

  /**
   * Returns the call that starts in an instrumented method; null if none does.
   *
   * @param signature the name and the descriptor of the method
   */
  public @Nullable OutboundCall outboundCall(String signature, Object place, Object[] arguments) {
    OutboundHook hook = hooks.get(signature);
    return hook == null
        ? null
        : hook.outboundCall(signature.substring(0, signature.indexOf('(')), place, arguments);
  }

  /** True if an outbound hook instruments methods of this name and descriptor. */
  public boolean has(String signature) {
    return hooks.containsKey(signature);
  }
}
