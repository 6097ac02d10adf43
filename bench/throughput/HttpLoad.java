import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Sends requests to two servers on this machine in turn, as fast as they respond, over a number of
 * connections.
 *
 * <p>The servers take turns in short slices, so that a slow phase of the machine affects both.
 */
class HttpLoad {
  private static final int CONNECTIONS = 16;
  private static final double TICK_MICROS = 10_000;
  private static final long SLICE_NANOS = 400_000_000;

  /** Tomcat closes a connection after 100. */
  private static final int REQUESTS_PER_CONNECTION = 99;

  private static final byte[] BODY = "\r\n\r\nhello\n".getBytes(StandardCharsets.US_ASCII);

  /** NAME REFERENCE_PORT PORT WARM_UP_SLICES SLICES REFERENCE_PID PID. */
  public static void main(String[] args) throws Exception {
    int[] ports = {Integer.parseInt(args[1]), Integer.parseInt(args[2])};
    int warmUp = Integer.parseInt(args[3]);
    int slices = Integer.parseInt(args[4]);
    double[][] perSecond = new double[2][slices];
    double[][] p99Micros = new double[2][slices];
    double[] ratios = new double[slices];
    double[] cpuTicks = new double[2];
    long[] responses = new long[2];
    for (int slice = -warmUp; slice < slices; slice++) {
      for (int i = 0; i < 2; i++) {
        int which = (slice & 1) == 0 ? i : 1 - i;
        long ticksBefore = cpuTicks(args[5 + which]);
        long[] times = slice(ports[which]);
        if (slice >= 0) {
          cpuTicks[which] += cpuTicks(args[5 + which]) - ticksBefore;
          responses[which] += times.length;
          perSecond[which][slice] = times.length * 1e9 / SLICE_NANOS;
          p99Micros[which][slice] = times[(int) (times.length * 0.99)] / 1e3;
        }
      }
      if (slice >= 0) {
        ratios[slice] = perSecond[1][slice] / perSecond[0][slice];
      }
    }
    for (int which = 0; which < 2; which++) {
      System.out.printf(
          "%-15s %7.0f requests/s, p99 %6.0f us%n",
          which == 0 ? "bare" : args[0], median(perSecond[which]), median(p99Micros[which]));
    }
    System.out.printf(
        "ratio of requests/s: %.3f (median of %d pairs of slices; quartiles %.3f and %.3f)%n",
        median(ratios), slices, quartile(ratios, 1), quartile(ratios, 3));
    System.out.printf("ratio of p99: %.2f%n", median(p99Micros[1]) / median(p99Micros[0]));
    System.out.printf(
        "processor time of the server per request: %.1f us bare, %.1f us %s%n",
        cpuTicks[0] * TICK_MICROS / responses[0], cpuTicks[1] * TICK_MICROS / responses[1], args[0]);
  }

  /** The CPU time of a process, which depends less on other processes than its throughput. */
  private static long cpuTicks(String pid) throws IOException {
    String[] fields = Files.readString(Path.of("/proc", pid, "stat")).split(" ");
    return Long.parseLong(fields[13]) + Long.parseLong(fields[14]);
  }

  private static double median(double[] values) {
    return quartile(values, 2);
  }

  private static double quartile(double[] values, int quarter) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length * quarter / 4];
  }

  /** The response times of one slice, sorted. */
  private static long[] slice(int port) throws InterruptedException {
    long[][] times = new long[CONNECTIONS][];
    Thread[] threads = new Thread[CONNECTIONS];
    long end = System.nanoTime() + SLICE_NANOS;
    for (int i = 0; i < CONNECTIONS; i++) {
      int number = i;
      threads[i] = new Thread(() -> times[number] = send(port, number, end));
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    long[] all = Arrays.stream(times).flatMapToLong(Arrays::stream).toArray();
    Arrays.sort(all);
    return all;
  }

  private static long[] send(int port, int number, long end) {
    byte[] request =
        ("GET /hello HTTP/1.1\r\nHost: localhost\r\nX-API-Key: k" + number + "\r\n\r\n")
            .getBytes(StandardCharsets.US_ASCII);
    long[] times = new long[100_000];
    int count = 0;
    try {
      while (System.nanoTime() < end) {
        count = sendOver(port, request, end, times, count);
      }
    } catch (IOException broken) {
      throw new IllegalStateException(broken);
    }
    return Arrays.copyOf(times, count);
  }

  /** Sends requests over one connection until the server closes it. */
  private static int sendOver(int port, byte[] request, long end, long[] times, int from)
      throws IOException {
    int count = from;
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setTcpNoDelay(true);
      OutputStream out = socket.getOutputStream();
      InputStream in = socket.getInputStream();
      byte[] buffer = new byte[8192];
      long before = System.nanoTime();
      for (int sent = 0; sent < REQUESTS_PER_CONNECTION && before < end; sent++) {
        out.write(request);
        readResponse(in, buffer);
        long now = System.nanoTime();
        times[count++] = now - before;
        before = now;
      }
    }
    return count;
  }

  /** Reads a response with little work, because the client uses the CPUs of the server. */
  private static void readResponse(InputStream in, byte[] buffer) throws IOException {
    int length = 0;
    while (length < BODY.length || !endsWithBody(buffer, length)) {
      int read = in.read(buffer, length, buffer.length - length);
      if (read < 0) {
        throw new IOException("closed after " + length + " bytes");
      }
      length += read;
    }
    if (buffer[9] != '2') {
      throw new IOException("unexpected: " + new String(buffer, 0, length, StandardCharsets.UTF_8));
    }
  }

  private static boolean endsWithBody(byte[] buffer, int length) {
    return Arrays.equals(buffer, length - BODY.length, length, BODY, 0, BODY.length);
  }
}
