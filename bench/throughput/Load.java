import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;

/** Asks a server on this machine as fast as it answers, over so many connections that stay open. */
class Load {
  private static final int MOST_SAMPLES = 2_000_000;

  /** PORT CONNECTIONS MILLIS: prints requests a second, and the 99th percentile in microseconds. */
  public static void main(String[] args) throws Exception {
    int port = Integer.parseInt(args[0]);
    int connections = Integer.parseInt(args[1]);
    long millis = Long.parseLong(args[2]);
    long[][] times = new long[connections][];
    CountDownLatch start = new CountDownLatch(1);
    Thread[] threads = new Thread[connections];
    for (int i = 0; i < connections; i++) {
      int number = i;
      threads[i] = new Thread(() -> times[number] = ask(port, number, millis, start));
      threads[i].start();
    }
    start.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    long[] all = Arrays.stream(times).flatMapToLong(Arrays::stream).sorted().toArray();
    System.out.println(all.length * 1000L / millis + " " + all[(int) (all.length * 0.99)] / 1000);
  }

  private static long[] ask(int port, int number, long millis, CountDownLatch start) {
    byte[] request =
        ("GET /hello HTTP/1.1\r\nHost: localhost\r\nX-API-Key: k" + number + "\r\n\r\n")
            .getBytes(StandardCharsets.US_ASCII);
    long[] times = new long[MOST_SAMPLES / 16];
    int count = 0;
    try {
      start.await();
      long end = System.nanoTime() + millis * 1_000_000;
      while (System.nanoTime() < end && count < times.length) {
        count = askOver(port, request, end, times, count);
      }
    } catch (IOException | InterruptedException broken) {
      throw new IllegalStateException(broken);
    }
    return Arrays.copyOf(times, count);
  }

  /** Asks over one connection until the server closes it: Tomcat does after 100 requests. */
  private static int askOver(int port, byte[] request, long end, long[] times, int from)
      throws IOException {
    int count = from;
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setTcpNoDelay(true);
      OutputStream out = socket.getOutputStream();
      InputStream in = new BufferedInputStream(socket.getInputStream());
      boolean open = true;
      long before = System.nanoTime();
      while (open && before < end && count < times.length) {
        out.write(request);
        open = readAnswer(in);
        long now = System.nanoTime();
        times[count++] = now - before;
        before = now;
      }
    }
    return count;
  }

  /** False if the server closes the connection after this answer. */
  private static boolean readAnswer(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder(256);
    while (head.length() < 4 || head.charAt(head.length() - 4) != '\r' || head.charAt(head.length() - 2) != '\r') {
      int next = in.read();
      if (next < 0) {
        throw new IOException("closed after: " + head);
      }
      head.append((char) next);
    }
    if (!head.toString().startsWith("HTTP/1.1 200")) {
      throw new IOException("unexpected: " + head);
    }
    int at = head.indexOf("Content-Length: ") + "Content-Length: ".length();
    in.skipNBytes(Integer.parseInt(head.substring(at, head.indexOf("\r", at))));
    return head.indexOf("Connection: close") < 0;
  }
}
