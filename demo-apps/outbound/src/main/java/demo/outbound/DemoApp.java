package demo.outbound;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;

/**
 * Calls an API 15 times with each of four clients, concurrently, and counts the responses by
 * status.
 */
public final class DemoApp {
  private static final int CALLS = 15;

  private DemoApp() {}

  /** Runs the API if the argument is {@code api}, and otherwise calls the API at this URL. */
  public static void main(String[] arguments) throws Exception {
    if (arguments[0].equals("api")) {
      new StrictApi().serve();
      return;
    }
    Map<String, Client> clients = new LinkedHashMap<>();
    clients.put("HttpURLConnection", Client.urlConnection());
    clients.put("java.net.http", Client.httpClient());
    clients.put("Apache HttpClient", Client.apache());
    clients.put("OkHttp", Client.okHttp());
    call(clients, URI.create(arguments[0]));
    // Connection threads of the clients would keep the JVM alive for a minute.
    System.exit(0);
  }

  private static void call(Map<String, Client> clients, URI url) throws InterruptedException {
    Map<String, Map<String, Integer>> counts = new LinkedHashMap<>();
    CountDownLatch done = new CountDownLatch(clients.size());
    clients.forEach(
        (name, client) -> {
          Map<String, Integer> own = new TreeMap<>();
          counts.put(name, own);
          new Thread(
                  () -> {
                    call(client, url, own);
                    done.countDown();
                  })
              .start();
        });
    done.await();
    counts.forEach((name, own) -> System.out.printf("%-18s %s%n", name, own));
  }

  private static void call(Client client, URI url, Map<String, Integer> counts) {
    for (int i = 0; i < CALLS; i++) {
      String outcome;
      try {
        outcome = Integer.toString(client.call(url));
      } catch (Exception e) {
        outcome = e.toString();
      }
      counts.merge(outcome, 1, Integer::sum);
    }
  }
}
