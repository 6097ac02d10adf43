package testapp;

import java.io.IOException;
import java.util.List;
import testapp.calls.Commands;

/** Makes calls with clients that need Netty 4.2. */
public final class App {
  private App() {}

  public static void main(String[] args) throws IOException {
    new Commands(
            List.of(
                new VertxCalls(),
                new VertxWebClientCalls(),
                new AsyncHttpClientCalls(),
                new ArmeriaCalls()))
        .run();
  }
}
