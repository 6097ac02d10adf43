package dev.penstock.cli.jvm;

import dev.penstock.operator.CommandReply;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** JVMs with given properties and replies, which record the commands that they receive. */
final class FakeJvms implements Jvms {
  final List<String> sent = new ArrayList<>();
  private final Map<String, Deque<Map<String, String>>> viewsByPid = new LinkedHashMap<>();
  private CommandReply reply = CommandReply.fine("done\n");

  /** Adds a JVM that publishes these properties, one after the other, and then ends. */
  @SafeVarargs
  @SuppressWarnings("varargs")
  final FakeJvms with(String pid, Map<String, String>... views) {
    viewsByPid.put(pid, new ArrayDeque<>(List.of(views)));
    return this;
  }

  FakeJvms replying(CommandReply newReply) {
    reply = newReply;
    return this;
  }

  @Override
  public List<Found> list() {
    return viewsByPid.keySet().stream().map(pid -> new Found(pid, "app-" + pid + ".jar")).toList();
  }

  @Override
  public Jvm connect(String pid) throws UnreachableException {
    Deque<Map<String, String>> views = viewsByPid.get(pid);
    if (views == null) {
      throw new UnreachableException("there is no process " + pid, "look for another");
    }
    return new Jvm() {
      @Override
      public Properties properties() throws UnreachableException {
        Map<String, String> view = views.poll();
        if (view == null) {
          throw new UnreachableException("JVM " + pid + " has ended", "");
        }
        Properties properties = new Properties();
        properties.putAll(view);
        return properties;
      }

      @Override
      public CommandReply send(String request) {
        sent.add(pid + ": " + request);
        return reply;
      }

      @Override
      public void close() {}
    };
  }
}
