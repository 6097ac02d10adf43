package dev.penstock.instrument.jdkclient;

import dev.penstock.http.OutboundPermit;
import dev.penstock.http.OutboundResponse;
import dev.penstock.instrument.HeaderLines;
import dev.penstock.instrument.jdkclient.Connections.Mark;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The call that a connection is for, in one of the methods that make it. */
final class ConnectionCall extends ConnectionUrl {
  private final Mark mark;
  private final boolean readsAnswer;

  ConnectionCall(HttpURLConnection connection, Mark mark, boolean readsAnswer) {
    super(connection);
    this.mark = mark;
    this.readsAnswer = readsAnswer;
  }

  @Override
  public @Nullable OutboundPermit departed() {
    return mark.departure();
  }

  @Override
  public Object[] arguments(Object[] came, OutboundPermit departure) {
    mark.departed(departure);
    return came;
  }

  @Override
  public @Nullable Object went(@Nullable Object result, OutboundPermit departure) {
    if (readsAnswer) {
      answered(departure);
    }
    return result;
  }

  @Override
  public void failed(Throwable thrown, OutboundPermit departure) {
    if (readsAnswer) {
      answered(departure);
    } else {
      departure.over();
    }
  }

  private void answered(OutboundPermit departure) {
    if (!mark.isFirstToAnswer()) {
      return;
    }
    try {
      int status = connection().getResponseCode();
      if (status > 0) {
        departure.answered(new Received(status, connection()));
      }
    } catch (IOException | RuntimeException neverSent) {
      // There is no answer to learn from; the application has the exception already.
    } finally {
      departure.over();
    }
  }

  /** What came back. */
  private record Received(int status, HttpURLConnection connection) implements OutboundResponse {
    @Override
    public @Nullable String field(String name) {
      String last = connection.getHeaderField(name);
      if (last == null) {
        return null;
      }
      for (Map.Entry<String, List<String>> field : connection.getHeaderFields().entrySet()) {
        List<String> lines = field.getValue();
        if (name.equalsIgnoreCase(field.getKey()) && lines.size() > 1) {
          return HeaderLines.joined(lines);
        }
      }
      return last;
    }
  }
}
