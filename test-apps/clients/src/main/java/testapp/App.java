package testapp;

import java.io.IOException;
import java.util.List;
import testapp.calls.Commands;

/** Calls others with the client it is told to use. */
public final class App {
  private App() {}

  public static void main(String[] args) throws IOException {
    new Commands(
            List.of(
                new UrlConnectionCalls(), new JdkCalls(), new Apache5Calls(), new OkHttpCalls()))
        .run();
  }
}
