package testapp;

import jakarta.websocket.CloseReason;
import jakarta.websocket.CloseReason.CloseCodes;
import jakarta.websocket.OnMessage;
import jakarta.websocket.Session;
import jakarta.websocket.server.ServerEndpoint;
import java.io.IOException;
import java.io.UncheckedIOException;

/** A session that repeats each message. The message "drop" makes the server end the connection. */
@ServerEndpoint("/ws")
public final class Echo {
  @OnMessage
  public String echo(String text, Session session) {
    if (text.equals("drop")) {
      // On a thread of the application, as after a timeout: no message of the client is handled.
      new Thread(() -> drop(session)).start();
    }
    return text;
  }

  private static void drop(Session session) {
    try {
      session.close(new CloseReason(CloseCodes.CLOSED_ABNORMALLY, "dropped"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
