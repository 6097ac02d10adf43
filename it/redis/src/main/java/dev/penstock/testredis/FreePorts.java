package dev.penstock.testredis;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;

/** Finds free ports of the loopback address. */
final class FreePorts {
  /*
   * A node of a cluster also listens at its port plus 10000, which cannot be changed before Redis
   * 7, so both ports are free for each returned port. Both are below the ports that operating
   * systems assign to outgoing connections, so that the port of a killed server is still free when
   * the server restarts.
   */
  private static final int BUS_OFFSET = 10_000;

  private static final int LOWEST = 10_000;
  private static final int HIGHEST = 22_000;
  private static final int TRIES = 500;

  private static final Random RANDOM = new Random();
  private static final Set<Integer> RETURNED = new HashSet<>();

  private FreePorts() {}

  /** A port that is free now and was never returned before in this JVM. */
  static synchronized int next() {
    for (int i = 0; i < TRIES; i++) {
      int port = LOWEST + RANDOM.nextInt(HIGHEST - LOWEST);
      if (!RETURNED.contains(port) && isFree(port) && isFree(port + BUS_OFFSET)) {
        RETURNED.add(port);
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
