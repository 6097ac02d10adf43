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

/** The call of a connection, in one of the methods that start it. */
final class ConnectionCall extends ConnectionUrl {
  private final Mark mark;
  private final boolean readsAnswer;

  ConnectionCall(HttpURLConnection connection, Mark mark, boolean readsAnswer) {
    super(connection);
    this.mark = mark;
    this.readsAnswer = readsAnswer;
  }

  @Override
  public @Nullable OutboundPermit earlierPermit() {
    return mark.departure();
  }

  @Override
  public Object[] arguments(Object[] original, OutboundPermit permit) {
    mark.departed(permit);
    return original;
  }

  @Override
  public @Nullable Object returned(@Nullable Object result, OutboundPermit permit) {
    if (readsAnswer) {
      answered(permit);
    }
    return result;
  }

  @Override
  public void failed(Throwable thrown, OutboundPermit permit) {
    if (readsAnswer) {
      answered(permit);
    } else {
      permit.close();
    }
  }

  private void answered(OutboundPermit permit) {
    if (!mark.isFirstToAnswer()) {
      return;
    }
    try {
      int status = connection().getResponseCode();
      if (status > 0) {
        permit.responded(new Received(status, connection()));
      }
    } catch (IOException | RuntimeException neverSent) {
      // There is no response; the application already has the exception.
    } finally {
      permit.close();
    }
  }

  /** The response. */
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
