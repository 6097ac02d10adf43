package testapp;

import java.io.IOException;
import java.util.List;
import testapp.calls.Commands;

/** Makes calls with the client of Micronaut. */
public final class App {
  private App() {}

  public static void main(String[] args) throws IOException {
    new Commands(List.of(new MicronautCalls())).run();
  }
}
