package testapp.calls;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads commands from stdin, one per line, and prints one line for each. */
public final class Commands {
  /*
   *   clients                         the names of all clients
   *   CLIENT SCENARIO URL [MORE]      one scenario
   *   load CLIENT THREADS COUNT URL   many calls from some threads
   *   all THREADS COUNT URL           the same with all clients at once, each below URL/CLIENT
   *   held CLIENT COUNT URL           many calls started at once by one thread
   *   virtual CLIENT COUNT URL        many virtual threads with a call each
   */
  private final Map<String, Client> clients = new LinkedHashMap<>();

  public Commands(List<Client> clients) {
    clients.forEach(client -> this.clients.put(client.name(), client));
  }

  /** Runs the commands. The JVM exits when stdin closes. */
  public void run() throws IOException {
    var out = new PrintStream(System.out, /* autoFlush= */ true, UTF_8);
    var in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    out.println("READY 0");
    try {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        out.println(execute(line.strip().split(" ")));
      }
    } finally {
      System.exit(0);
    }
  }

  private String execute(String[] words) {
    try {
      return switch (words[0]) {
        case "clients" -> String.join(" ", clients.keySet());
        case "load" -> {
          int threads = Integer.parseInt(words[2]);
          int count = Integer.parseInt(words[3]);
          Call call = Call.get(words[4]);
          yield Scenarios.outcome(
              () -> ConcurrentCalls.load(client(words[1]), threads, count, call));
        }
        case "all" -> {
          int threads = Integer.parseInt(words[1]);
          int count = Integer.parseInt(words[2]);
          yield Scenarios.outcome(
              () -> ConcurrentCalls.all(clients.values(), threads, count, words[3]));
        }
        case "held" -> {
          int count = Integer.parseInt(words[2]);
          yield Scenarios.outcome(
              () -> ConcurrentCalls.held(client(words[1]), count, Call.get(words[3])));
        }
        case "virtual" -> {
          int count = Integer.parseInt(words[2]);
          yield Scenarios.outcome(
              () -> ConcurrentCalls.virtual(client(words[1]), count, Call.get(words[3])));
        }
        default -> {
          String more = words.length > 3 ? words[3] : "";
          yield Scenarios.run(client(words[0]), words[1], words[2], more);
        }
      };
    } catch (RuntimeException e) {
      return "invalid command: " + FailureText.of(e);
    }
  }

  private Client client(String name) {
    Client client = clients.get(name);
    if (client == null) {
      throw new IllegalArgumentException("no client " + name);
    }
    return client;
  }
}
