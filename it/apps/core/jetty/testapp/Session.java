package testapp;

import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.CloseStatus;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.Frame;
import org.eclipse.jetty.websocket.core.FrameHandler;
import org.eclipse.jetty.websocket.core.OpCode;

/** A WebSocket session that ignores all messages. */
final class Session implements FrameHandler {
  private CoreSession connection;

  @Override
  public void onOpen(CoreSession session, Callback callback) {
    connection = session;
    callback.succeeded();
    session.demand();
  }

  @Override
  public void onFrame(Frame frame, Callback callback) {
    callback.succeeded();
    if (frame.getOpCode() != OpCode.CLOSE) {
      connection.demand();
    }
  }

  @Override
  public void onError(Throwable cause, Callback callback) {
    callback.succeeded();
  }

  @Override
  public void onClosed(CloseStatus status, Callback callback) {
    callback.succeeded();
  }
}
