package dev.penstock.instrument.vertx;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** Finds the response of a request by the connection and the stream that the request came on. */
final class ConnectionStreams {
  /*
   * A framework may wrap a request and give the wrapper a response of its own, as Quarkus does.
   * The connection and the number of the stream are the same in every wrapper. HTTP/1 has one
   * stream per connection, on which requests follow each other: the last response counts.
   *
   * Neither the connection nor the response is kept alive by being in here. The key is put anew
   * with each response, because a key whose connection is gone is equal to itself alone.
   */
  private final ConcurrentMap<Stream, Sent> responses = new ConcurrentHashMap<>();
  private final ReferenceQueue<Object> gone = new ReferenceQueue<>();

  /** Remembers the response to the request that came on a stream. */
  void add(Object connection, int number, Object response) {
    for (Reference<?> each = gone.poll(); each != null; each = gone.poll()) {
      if (each instanceof Sent sent) {
        responses.remove(sent.stream, sent);
      }
    }
    Stream stream = new Stream(connection, number);
    responses.remove(stream);
    responses.put(stream, new Sent(response, stream, gone));
  }

  /** The response that was remembered last; null if there is none, or it is gone. */
  @Nullable Object get(Object connection, int number) {
    Sent sent = responses.get(new Stream(connection, number));
    return sent == null ? null : sent.get();
  }

  /** The number of responses that are remembered. */
  int size() {
    return responses.size();
  }

  /** A stream of a connection. */
  private static final class Stream extends WeakReference<Object> {
    private final int number;
    private final int hash;

    Stream(Object connection, int number) {
      super(connection);
      this.number = number;
      hash = 31 * System.identityHashCode(connection) + number;
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      Object connection = get();
      return this == other
          || (connection != null
              && other instanceof Stream stream
              && stream.number == number
              && stream.refersTo(connection));
    }
  }

  /** A response, and the stream it is remembered by. */
  private static final class Sent extends WeakReference<Object> {
    private final Stream stream;

    Sent(Object response, Stream stream, ReferenceQueue<Object> gone) {
      super(response, gone);
      this.stream = stream;
    }
  }
}
