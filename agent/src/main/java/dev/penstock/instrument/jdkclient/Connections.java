package dev.penstock.instrument.jdkclient;

import dev.penstock.http.OutboundPermit;
import dev.penstock.instrument.IdentityKey;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.net.HttpURLConnection;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The connections with a permit, as long as they are reachable. */
public final class Connections {
  /*
   * One HttpURLConnection is one call, but several of its methods can start it. So each connection
   * has a mark, stored by identity. A connection that is dropped without being read ends when it is
   * garbage collected.
   */
  private final ConcurrentHashMap<IdentityKey, Mark> marks = new ConcurrentHashMap<>();
  private final ReferenceQueue<Object> dropped = new ReferenceQueue<>();

  /** Returns the mark of a connection; null if it has none so far. */
  @Nullable Mark find(HttpURLConnection connection) {
    return marks.get(new IdentityKey(connection));
  }

  /** Marks a connection. */
  Mark mark(HttpURLConnection connection) {
    for (Reference<?> gone = dropped.poll(); gone != null; gone = dropped.poll()) {
      if (gone instanceof Mark mark && marks.remove(mark) != null) {
        mark.over();
      }
    }
    Mark fresh = new Mark(connection, dropped);
    Mark known = marks.putIfAbsent(fresh, fresh);
    return known == null ? fresh : known;
  }

  /** The state of one connection. */
  static final class Mark extends IdentityKey {
    private volatile @Nullable OutboundPermit permit;
    private volatile boolean answered;
    private int requests;

    Mark(HttpURLConnection connection, ReferenceQueue<Object> dropped) {
      super(connection, dropped);
    }

    void departed(OutboundPermit newDeparture) {
      permit = newDeparture;
    }

    @Nullable OutboundPermit departure() {
      return permit;
    }

    /** True for the first caller after the response; only that one reports it. */
    boolean isFirstToAnswer() {
      boolean first = !answered;
      answered = true;
      return first;
    }

    boolean isAnswered() {
      return answered;
    }

    /** True if this is not the first request that the connection sends. */
    boolean sendsAgain() {
      return requests++ > 0;
    }

    void over() {
      OutboundPermit ending = permit;
      if (ending != null) {
        ending.close();
      }
    }
  }
}
