package testapp;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.HttpURLConnection;
import testapp.calls.Call;
import testapp.calls.Client;
import testapp.calls.Reply;
import testapp.calls.UnsupportedCallException;

/** The HttpURLConnection of the JDK. */
final class UrlConnectionCalls implements Client {
  @Override
  public String name() {
    return "url-connection";
  }

  @Override
  public Reply call(Call call) throws IOException {
    if (call.options().http2()) {
      throw new UnsupportedCallException();
    }
    var connection = (HttpURLConnection) call.uri().toURL().openConnection();
    connection.setInstanceFollowRedirects(call.options().followsRedirects());
    connection.setReadTimeout(call.options().timeoutMillis());
    call.headers().forEach(connection::setRequestProperty);
    if (call.hasBody()) {
      connection.setDoOutput(true);
      connection.setRequestProperty("Content-Type", "text/plain");
      connection.getOutputStream().write(call.body().getBytes(UTF_8));
    }
    int status = connection.getResponseCode();
    return Reply.read(
        call, status, status < 400 ? connection.getInputStream() : connection.getErrorStream());
  }
}
