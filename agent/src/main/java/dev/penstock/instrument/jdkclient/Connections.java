package dev.penstock.instrument.jdkclient;

import dev.penstock.http.OutboundPermit;
import dev.penstock.instrument.IdentityKey;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.net.HttpURLConnection;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The connections that have asked for their turn, for as long as somebody holds them. */
public final class Connections {
  /*
   * One object of this class of the JDK's is one call, but it has several methods that start it. So
   * it is marked, under its identity; and a connection that was dropped without having been read is
   * over when the collector says so.
   */
  private final ConcurrentHashMap<IdentityKey, Mark> marks = new ConcurrentHashMap<>();
  private final ReferenceQueue<Object> dropped = new ReferenceQueue<>();

  /** The mark of a connection; null if it has not asked yet. */
  @Nullable Mark find(HttpURLConnection connection) {
    return marks.get(new IdentityKey(connection));
  }

  /** Marks a connection that asks now. */
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

  /** What is known of one connection. */
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

    /** True for the first who is there when the answer is; only that one tells of it. */
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
