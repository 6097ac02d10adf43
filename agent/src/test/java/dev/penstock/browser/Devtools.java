package dev.penstock.browser;

import dev.penstock.json.InvalidJsonException;
import dev.penstock.json.JsonParser;
import dev.penstock.json.JsonValue;
import dev.penstock.json.JsonWriter;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A Chrome DevTools Protocol client for the first page of a browser. */
final class Devtools {
  private static final long TIMEOUT_SECONDS = 60;

  private final Process process;
  private final WebSocket socket;
  private final BlockingQueue<JsonValue> messages = new LinkedBlockingQueue<>();
  private final List<String> consoleErrors = new ArrayList<>();
  private int sent;

  private Devtools(Process process, URI address) {
    this.process = process;
    socket =
        HttpClient.newHttpClient()
            .newWebSocketBuilder()
            .buildAsync(address, new MessageListener())
            .join();
  }

  static Devtools start(Browser browser, Path folder) throws IOException, InterruptedException {
    Path profile = folder.resolve("tab-profile");
    List<String> line = new ArrayList<>(List.of(browser.command().toString(), "--headless"));
    line.addAll(List.of("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-extensions"));
    line.addAll(List.of("--disable-dev-shm-usage", "--disable-background-networking"));
    line.addAll(List.of("--user-data-dir=" + profile, "--remote-debugging-port=0"));
    line.addAll(List.of("--window-size=1280,900", "about:blank"));
    Path log = folder.resolve("tab.log");
    Process process =
        new ProcessBuilder(line)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .redirectInput(ProcessBuilder.Redirect.PIPE)
            .start();
    try {
      List<String> address = address(process, profile.resolve("DevToolsActivePort"), log);
      Devtools endpoint =
          new Devtools(process, URI.create("ws://127.0.0.1:" + address.get(0) + address.get(1)));
      return endpoint.firstPage(address.get(0));
    } catch (Throwable failed) {
      process.destroyForcibly();
      throw failed;
    }
  }

  /** The port and the path of the debugging endpoint, from the file that the browser writes. */
  private static List<String> address(Process process, Path file, Path log)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
    while (System.nanoTime() < end && process.isAlive()) {
      List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
      if (lines.size() >= 2) {
        return lines;
      }
      process.waitFor(50, TimeUnit.MILLISECONDS);
    }
    throw new IOException("the browser did not start: " + Files.readString(log));
  }

  private Devtools firstPage(String port) {
    JsonValue targets = call("Target.getTargets", new JsonWriter().beginObject().endObject());
    for (JsonValue target : items(member(targets, "targetInfos"))) {
      if (text(member(target, "type")).equals("page")) {
        socket.abort();
        String id = text(member(target, "targetId"));
        Devtools page =
            new Devtools(process, URI.create("ws://127.0.0.1:" + port + "/devtools/page/" + id));
        for (String domain : List.of("Page", "Runtime", "Log")) {
          page.call(domain + ".enable", new JsonWriter().beginObject().endObject());
        }
        return page;
      }
    }
    throw new AssertionError("the browser has no page");
  }

  List<String> consoleErrors() {
    List<String> all = List.copyOf(consoleErrors);
    consoleErrors.clear();
    return all;
  }

  void close() {
    // A regular close deletes the browser's temporary files.
    socket
        .sendText("{\"id\":" + ++sent + ",\"method\":\"Browser.close\"}", /* last= */ true)
        .join();
    try {
      if (!process.waitFor(20, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  JsonValue call(String method, JsonWriter parameters) {
    int id = ++sent;
    String start = new JsonWriter().beginObject().member("id", id).member("method", method) + "";
    socket.sendText(start + ",\"params\":" + parameters + "}", /* last= */ true).join();
    while (true) {
      JsonValue message = next();
      if (member(message, "id").isNull()) {
        record(message);
      } else if (text(member(message, "id")).equals(String.valueOf(id))) {
        if (!member(message, "error").isNull()) {
          throw new AssertionError(method + ": " + text(path(message, "error", "message")));
        }
        return member(message, "result");
      }
    }
  }

  private JsonValue next() {
    try {
      JsonValue message = messages.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS);
      if (message == null) {
        throw new AssertionError("the browser does not reply");
      }
      return message;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void record(JsonValue event) {
    String method = text(member(event, "method"));
    if (method.equals("Runtime.exceptionThrown")) {
      consoleErrors.add(text(path(event, "params", "exceptionDetails", "text")));
    } else if (method.equals("Log.entryAdded")) {
      consoleErrors.add(text(path(event, "params", "entry", "text")));
    } else if (method.equals("Runtime.consoleAPICalled")) {
      consoleErrors.add("console." + text(path(event, "params", "type")));
    }
  }

  static JsonValue path(JsonValue json, String... names) {
    JsonValue found = json;
    for (String name : names) {
      found = member(found, name);
    }
    return found;
  }

  static JsonValue member(JsonValue json, String name) {
    try {
      return json.member(name);
    } catch (InvalidJsonException e) {
      throw new AssertionError(e);
    }
  }

  static List<JsonValue> items(JsonValue json) {
    try {
      return json.items();
    } catch (InvalidJsonException e) {
      throw new AssertionError(e);
    }
  }

  static String text(JsonValue json) {
    try {
      return json.text();
    } catch (InvalidJsonException notText) {
      try {
        return String.valueOf(json.count());
      } catch (InvalidJsonException e) {
        throw new AssertionError(e);
      }
    }
  }

  /** Joins the parts of a message and adds the message to the queue. */
  private final class MessageListener implements WebSocket.Listener {
    private final StringBuilder parts = new StringBuilder();

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
      parts.append(part);
      if (last) {
        try {
          messages.add(JsonParser.parse(parts.toString()));
        } catch (InvalidJsonException e) {
          // No other kind of value is needed here.
        }
        parts.setLength(0);
      }
      from.request(1);
      return CompletableFuture.completedStage(null);
    }
  }
}
