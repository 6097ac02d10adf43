package dev.penstock.instrument;

import dev.penstock.http.OutboundCall;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The clients by the methods that are woven for them. */
public final class ClientPlaces {
  private final Map<String, ClientHook> hooks = new HashMap<>();

  public ClientPlaces(List<ClientHook> clients) {
    for (ClientHook client : clients) {
      for (HookTarget target : client.targets()) {
        ClientHook other = hooks.put(target.method() + target.descriptor(), client);
        if (other != null && other != client) {
          throw new IllegalArgumentException(
              client.name() + " and " + other.name() + " share " + target.method());
        }
      }
    }
  }

  /**
   * The call that starts where the gate was asked; null if there is none.
   *
   * @param place the name and the descriptor of the woven method
   */
  public @Nullable OutboundCall outgoing(String place, Object owner, Object[] arguments) {
    ClientHook hook = hooks.get(place);
    return hook == null
        ? null
        : hook.outboundCall(place.substring(0, place.indexOf('(')), owner, arguments);
  }

  /** True if the gate is asked by a client there. */
  public boolean has(String place) {
    return hooks.containsKey(place);
  }
}
