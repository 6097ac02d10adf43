package testapp;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** A page that no servlet handles. */
final class BesidePage extends Handler.Abstract {
  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    byte[] text = "beside".getBytes(StandardCharsets.US_ASCII);
    response.write(/* last= */ true, ByteBuffer.wrap(text), callback);
    return true;
  }
}
