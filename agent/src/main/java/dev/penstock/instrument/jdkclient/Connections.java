package dev.penstock.instrument.jdkclient;

import dev.penstock.call.Departure;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.net.HttpURLConnection;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The connections that have asked for their turn, for as long as somebody holds them. */
public final class Connections {
  /*
   * One object of this class of the JDK's is one call, but it has several methods that start it, and
   * no room for a mark of ours. So the mark is kept beside it, under its identity; and a connection
   * that was dropped without having been read is over when the collector says so.
   */
  private final ConcurrentHashMap<Mark, Mark> marks = new ConcurrentHashMap<>();
  private final ReferenceQueue<HttpURLConnection> dropped = new ReferenceQueue<>();

  /** The mark of a connection; null if it has not asked yet. */
  @Nullable Mark find(HttpURLConnection connection) {
    return marks.get(new Mark(connection, /* queue= */ null));
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

  /** How many connections are remembered. */
  int size() {
    return marks.size();
  }

  /** What is known of one connection; equal to another mark of the same one. */
  static final class Mark extends WeakReference<HttpURLConnection> {
    private final int hash;
    private volatile @Nullable Departure departure;
    private volatile boolean answered;
    private int requests;

    Mark(HttpURLConnection connection, @Nullable ReferenceQueue<HttpURLConnection> queue) {
      super(connection, queue);
      hash = System.identityHashCode(connection);
    }

    void departed(Departure newDeparture) {
      departure = newDeparture;
    }

    @Nullable Departure departure() {
      return departure;
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
      Departure ending = departure;
      if (ending != null) {
        ending.over();
      }
    }

    @Override
    public boolean equals(@Nullable Object other) {
      if (this == other) {
        return true;
      }
      HttpURLConnection connection = get();
      return connection != null && other instanceof Mark mark && mark.refersTo(connection);
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }
}
