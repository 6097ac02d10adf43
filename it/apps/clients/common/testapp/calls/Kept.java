package testapp.calls;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Clients of one kind, made when first needed and kept, as applications should. */
public final class Kept<C> {
  private final Map<Options, C> clients = new ConcurrentHashMap<>();
  private final Function<Options, C> maker;

  public Kept(Function<Options, C> maker) {
    this.maker = maker;
  }

  /** The one that is set up like this. */
  public C with(Options options) {
    return clients.computeIfAbsent(options, maker);
  }
}
