package dev.penstock.operator.console;

import dev.penstock.log.AgentLog;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** An open port with one thread that reads all requests and writes all responses. */
final class ConsoleListener {
  /*
   * A slow client costs a buffer, not a thread: I/O is non-blocking, and a worker gets a request
   * when it is complete. Each stage has a deadline. If there are too many connections, the oldest
   * one without a worker is closed, so idle clients and token guessers cannot lock out others.
   */
  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private record CompletedRequest(ConsoleConnection connection, ConsoleResponse response) {}

  private final ConsoleLimits limits;
  private final AgentLog log;
  private final ConsoleWorkers workers;
  private final Selector selector;
  private final ServerSocketChannel server;
  private final SelectionKey accepting;
  private final Thread thread;

  /** Oldest first. */
  private final Set<ConsoleConnection> open = new LinkedHashSet<>();

  private final Queue<CompletedRequest> answered = new ConcurrentLinkedQueue<>();
  private final ByteBuffer buffer = ByteBuffer.allocate(4096);
  private long acceptAgainNanos;
  private volatile boolean closed;
  private volatile Function<ConsoleRequest, ConsoleResponse> answers =
      request -> ConsoleResponse.error(503, "not open yet");

  /** Binds the port. Clients wait in the backlog until {@link #start}. */
  ConsoleListener(InetSocketAddress address, ConsoleLimits limits, AgentLog log)
      throws IOException {
    this.limits = limits;
    this.log = log;
    workers = new ConsoleWorkers(limits);
    selector = Selector.open();
    server = ServerSocketChannel.open();
    try {
      server.configureBlocking(false);
      server.bind(address, limits.connections());
      accepting = server.register(selector, SelectionKey.OP_ACCEPT);
    } catch (IOException | RuntimeException taken) {
      server.close();
      selector.close();
      throw taken;
    }
    thread = ConsoleWorkers.thread(this::run, "penstock-console");
  }

  void start(Function<ConsoleRequest, ConsoleResponse> routes) {
    answers = routes;
    thread.start();
  }

  InetSocketAddress address() throws IOException {
    return (InetSocketAddress) server.getLocalAddress();
  }

  boolean isOpen() {
    return server.isOpen();
  }

  /** Closes the port and returns when it is free. */
  void close() {
    closed = true;
    if (thread.getState() == Thread.State.NEW) {
      end();
      return;
    }
    selector.wakeup();
    try {
      thread.join(TimeUnit.SECONDS.toMillis(5));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      while (!closed) {
        selector.select(this::ready, timeoutMillis());
        sendResponses();
        closeOverdue();
      }
    } catch (Throwable error) {
      log.repeated("console", "the console stopped because of an internal error", error);
    } finally {
      end();
    }
  }

  private void end() {
    workers.close();
    List.copyOf(open).forEach(this::drop);
    try {
      server.close();
      selector.close();
    } catch (IOException e) {
      log.repeated("console", "cannot close the console", e);
    }
  }

  /** The time until the next deadline; 0 if there is none. */
  private long timeoutMillis() {
    boolean pausing = accepting.interestOps() == 0;
    if (open.isEmpty() && !pausing) {
      return 0;
    }
    long now = System.nanoTime();
    long least = pausing ? acceptAgainNanos - now : Long.MAX_VALUE;
    for (ConsoleConnection connection : open) {
      least = Math.min(least, connection.deadlineNanos() - now);
    }
    return Math.max(1, TimeUnit.NANOSECONDS.toMillis(least) + 1);
  }

  private void ready(SelectionKey key) {
    if (key == accepting) {
      accept();
      return;
    }
    ConsoleConnection connection = (ConsoleConnection) key.attachment();
    try {
      serve(connection);
    } catch (IOException | RuntimeException gone) {
      drop(connection);
    }
  }

  private void accept() {
    try {
      SocketChannel channel = server.accept();
      if (channel == null) {
        return;
      }
      if (open.size() >= limits.connections() && !makeRoom()) {
        channel.close();
        return;
      }
      channel.configureBlocking(false);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
      ConsoleConnection connection = new ConsoleConnection(channel, key, limits);
      key.attach(connection);
      open.add(connection);
    } catch (IOException e) {
      // For example too many open files. Retrying at once would keep a core busy.
      log.repeated("console accept", "the console cannot take a connection: " + e, null);
      accepting.interestOps(0);
      acceptAgainNanos = System.nanoTime() + PAUSE_NANOS;
    }
  }

  /**
   * Closes the oldest connection without a worker. Fast clients finish before they are the oldest.
   */
  private boolean makeRoom() {
    for (ConsoleConnection connection : open) {
      if (connection.stage() != ConsoleConnection.Stage.PROCESSING) {
        drop(connection);
        return true;
      }
    }
    return false;
  }

  private void serve(ConsoleConnection connection) throws IOException {
    switch (connection.stage()) {
      case READING -> read(connection);
      case WRITING -> connection.write();
      case LINGERING -> {
        if (connection.linger(buffer)) {
          drop(connection);
        }
      }
      default -> {}
    }
  }

  private void read(ConsoleConnection connection) throws IOException {
    try {
      ConsoleRequest request = connection.read(buffer);
      if (request != null) {
        workers.execute(() -> respond(connection, request));
      }
    } catch (BadConsoleRequestException bad) {
      connection.respond(bad.response());
    } catch (RejectedExecutionException busy) {
      connection.respond(
          ConsoleResponse.error(503, "the console is overloaded").withHeader("Retry-After", "1"));
    }
  }

  /** Runs on a worker's thread. */
  private void respond(ConsoleConnection connection, ConsoleRequest request) {
    ConsoleResponse response;
    try {
      response = answers.apply(request);
    } catch (Throwable error) {
      log.repeated("console answer", "the console request " + request.path() + " failed", error);
      response = ConsoleResponse.error(500, "internal error; see the log of the JVM");
    }
    answered.add(new CompletedRequest(connection, response));
    selector.wakeup();
  }

  private void sendResponses() {
    for (CompletedRequest next = answered.poll(); next != null; next = answered.poll()) {
      if (open.contains(next.connection())) {
        send(next.connection(), next.response());
      }
    }
  }

  private void send(ConsoleConnection connection, ConsoleResponse response) {
    try {
      connection.respond(response);
    } catch (IOException | RuntimeException gone) {
      drop(connection);
    }
  }

  private void closeOverdue() {
    long now = System.nanoTime();
    if (accepting.interestOps() == 0 && now - acceptAgainNanos >= 0) {
      accepting.interestOps(SelectionKey.OP_ACCEPT);
    }
    for (ConsoleConnection connection : new ArrayList<>(open)) {
      if (now - connection.deadlineNanos() >= 0) {
        closeOverdue(connection);
      }
    }
  }

  private void closeOverdue(ConsoleConnection connection) {
    if (connection.stage() != ConsoleConnection.Stage.DELAYED) {
      drop(connection);
      return;
    }
    try {
      connection.startWriting();
    } catch (IOException | RuntimeException gone) {
      drop(connection);
    }
  }

  private void drop(ConsoleConnection connection) {
    open.remove(connection);
    connection.close();
  }
}
