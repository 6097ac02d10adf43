package dev.penstock.instrument;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the outbound hook of an instrumented client method. */
public final class OutboundHookIndex {
  private final Map<String, ClientMethod> methods = new HashMap<>();

  /** A client method and the hook that instruments it. */
  public record ClientMethod(OutboundHook hook, String name) {}

  public OutboundHookIndex(List<OutboundHook> hooks) {
    for (OutboundHook hook : hooks) {
      for (HookTarget target : hook.targets()) {
        ClientMethod method = new ClientMethod(hook, target.method());
        ClientMethod other = methods.put(target.method() + target.descriptor(), method);
        if (other != null && other.hook() != hook) {
          throw new IllegalArgumentException(
              hook.name() + " and " + other.hook().name() + " share " + target.method());
        }
      }
    }
  }

  /**
   * Returns the client method of this signature; null if no hook instruments such a method.
   *
   * @param signature the name and the descriptor of the method
   */
  public @Nullable ClientMethod find(String signature) {
    return methods.get(signature);
  }
}
