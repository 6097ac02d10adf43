package testapp;

import java.io.IOException;
import java.util.List;
import testapp.calls.Commands;

/** Makes calls with the version of Jetty's client on its class path. */
public final class App {
  private App() {}

  public static void main(String[] args) throws IOException {
    new Commands(List.of(new OldJettyCalls(), new OldJettyConnectionCalls())).run();
  }
}
