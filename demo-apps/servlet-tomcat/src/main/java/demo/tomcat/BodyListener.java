package demo.tomcat;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HexFormat;

/** Reads a body with a listener when data arrives, and then returns it. */
final class BodyListener implements ReadListener {
  private final AsyncContext later;
  private final ServletInputStream in;
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();

  private BodyListener(AsyncContext later, ServletInputStream in) {
    this.later = later;
    this.in = in;
  }

  static void listen(HttpServletRequest request, HttpServletResponse response) throws IOException {
    ServletInputStream in = request.getInputStream();
    in.setReadListener(new BodyListener(request.startAsync(), in));
  }

  @Override
  public void onDataAvailable() throws IOException {
    byte[] some = new byte[1024];
    int count = 0;
    while (count >= 0 && in.isReady()) {
      count = in.read(some);
      body.write(some, 0, Math.max(0, count));
    }
  }

  @Override
  public void onAllDataRead() throws IOException {
    later.getResponse().getWriter().println(HexFormat.of().formatHex(body.toByteArray()));
    later.complete();
  }

  @Override
  public void onError(Throwable error) {
    later.complete();
  }
}
