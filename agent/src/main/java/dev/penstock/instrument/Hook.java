package dev.penstock.instrument;

import dev.penstock.http.InboundExchange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A kind of place where calls are caught: what to weave, and how to read what is caught there. */
public interface Hook {
  /** The name by which its advice calls the gate. */
  String name();

  List<HookTarget> targets();

  /**
   * True if its places are there for the sake of {@link dev.penstock.http.Call#route}; they are
   * left alone unless a rule asks for it.
   */
  default boolean isForRoutes() {
    return false;
  }

  /**
   * True if its places are there to learn {@link dev.penstock.http.Call#user}; they are left alone
   * unless a rule asks for it, or for a route if they are {@linkplain #isForRoutes for that}, too.
   */
  default boolean isForUsers() {
    return false;
  }

  /**
   * The call as rules see it, or null if it is not one to judge: it was judged further out, or it
   * is a part of one that was.
   *
   * @param place the library's object whose method was woven
   */
  @Nullable InboundExchange exchange(Object place, Object call, @Nullable Object answer);

  /**
   * What to hand on in the place of a call that is not one to judge, because something of it was
   * read when it was; null if it goes on as it came.
   */
  default @Nullable Object replacement(Object call, @Nullable Object answer) {
    return null;
  }
}
