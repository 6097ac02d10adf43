package dev.penstock.instrument.vertx;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** Finds the response of a request by the connection and stream of the request. */
final class ConnectionStreams {
  /*
   * A framework may wrap a request and give the wrapper its own response, as Quarkus does. All
   * wrappers have the same connection and stream number. HTTP/1 has one stream per connection, so
   * the last response counts.
   *
   * The map keeps neither the connection nor the response alive. Each response stores a new key,
   * because a key whose connection was collected equals only itself.
   */
  private final ConcurrentMap<Stream, StoredResponse> responses = new ConcurrentHashMap<>();
  private final ReferenceQueue<Object> collected = new ReferenceQueue<>();

  /** Stores the response to a request by the stream of the request. */
  void add(Object connection, int number, Object response) {
    for (Reference<?> each = collected.poll(); each != null; each = collected.poll()) {
      if (each instanceof StoredResponse stored) {
        responses.remove(stored.stream, stored);
      }
    }
    Stream stream = new Stream(connection, number);
    responses.remove(stream);
    responses.put(stream, new StoredResponse(response, stream, collected));
  }

  /** The latest response of a stream; null if there is none or it was collected. */
  @Nullable Object get(Object connection, int number) {
    StoredResponse stored = responses.get(new Stream(connection, number));
    return stored == null ? null : stored.get();
  }

  /** The number of responses that are stored. */
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

  /** A response and its stream. */
  private static final class StoredResponse extends WeakReference<Object> {
    private final Stream stream;

    StoredResponse(Object response, Stream stream, ReferenceQueue<Object> collected) {
      super(response, collected);
      this.stream = stream;
    }
  }
}
