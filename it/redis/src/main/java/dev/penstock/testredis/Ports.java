package dev.penstock.testredis;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;

/** Free ports of the loopback address. */
final class Ports {
  /*
   * A node of a cluster also listens at its port plus 10000, and before Redis 7 that cannot be set
   * otherwise, so every port given out here is free in both places. Both lie below the ports that
   * operating systems give to outgoing connections: a server that was killed finds its port free
   * when it is started again.
   */
  private static final int BUS_OFFSET = 10_000;

  private static final int LOWEST = 10_000;
  private static final int HIGHEST = 22_000;
  private static final int TRIES = 500;

  private static final Random RANDOM = new Random();
  private static final Set<Integer> GIVEN_OUT = new HashSet<>();

  private Ports() {}

  /** A port that is free now and was never returned before in this JVM. */
  static synchronized int next() {
    for (int i = 0; i < TRIES; i++) {
      int port = LOWEST + RANDOM.nextInt(HIGHEST - LOWEST);
      if (!GIVEN_OUT.contains(port) && isFree(port) && isFree(port + BUS_OFFSET)) {
        GIVEN_OUT.add(port);
        return port;
      }
    }
    throw new IllegalStateException("no free port between " + LOWEST + " and " + HIGHEST);
  }

  private static boolean isFree(int port) {
    try (var socket = new ServerSocket(port, /* backlog= */ 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }
}
