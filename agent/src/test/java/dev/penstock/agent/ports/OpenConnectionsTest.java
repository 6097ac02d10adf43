package dev.penstock.agent.ports;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ports and connections of this process, as Linux reports them. */
class OpenConnectionsTest {
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
  private static final String HEADER =
      "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout"
          + " inode\n";

  @Test
  void ownPortsAndTheirConnectionsAreFound() throws IOException {
    assumeTrue(Files.exists(Path.of("/proc/self/net/tcp")), "only Linux has /proc");
    try (ServerSocket server = new ServerSocket(0, 10, LOOPBACK)) {
      int port = server.getLocalPort();
      assertThat(connections(port)).isEmpty();
      try (Socket client = new Socket(LOOPBACK, port);
          Socket accepted = server.accept()) {
        assertThat(accepted.getPort()).isEqualTo(client.getLocalPort());
        assertThat(connections(port)).hasSize(1);
      }
    }
  }

  @Test
  void portsOfChannelsAreFoundAndClosedOnesAreNot() throws IOException {
    assumeTrue(Files.exists(Path.of("/proc/self/net/tcp")), "only Linux has /proc");
    int port;
    try (ServerSocketChannel server = ServerSocketChannel.open()) {
      server.bind(new InetSocketAddress(LOOPBACK, 0));
      port = server.socket().getLocalPort();
      try (SocketChannel client = SocketChannel.open(server.getLocalAddress());
          SocketChannel accepted = server.accept()) {
        assertThat(accepted.getRemoteAddress()).isEqualTo(client.getLocalAddress());
        assertThat(connections(port)).hasSize(1);
      }
    }
    assertThat(OpenConnections.ofThisProcess()).doesNotContainKey(port);
  }

  @Test
  void socketsOfOtherProcessesAreLeftOut(@TempDir Path folder) throws IOException {
    Files.createDirectories(folder.resolve("net"));
    Files.createDirectories(folder.resolve("fd"));
    Files.writeString(
        folder.resolve("net/tcp"),
        HEADER
            + line("0100007F:1F90", "00000000:0000", "0A", "11")
            + line("0100007F:1F91", "00000000:0000", "0A", "12")
            + line("0100007F:1F90", "0100007F:C001", "01", "13")
            + line("0100007F:1F90", "0100007F:C002", "01", "14")
            + line("0100007F:1F90", "0100007F:C003", "06", "0"));
    Files.createSymbolicLink(folder.resolve("fd/3"), Path.of("socket:[11]"));
    Files.createSymbolicLink(folder.resolve("fd/4"), Path.of("socket:[13]"));
    Files.createSymbolicLink(folder.resolve("fd/5"), Path.of("anon_inode:[eventpoll]"));
    assertThat(new OpenConnections(folder).byPort())
        .isEqualTo(Map.of(0x1F90, Set.of("0100007F:C001")));
  }

  @Test
  void nothingIsKnownWithoutTheTablesOrIfTheyAreVeryLarge(@TempDir Path folder) throws IOException {
    assertThat(new OpenConnections(folder).byPort()).isNull();
    Files.createDirectories(folder.resolve("net"));
    Files.createDirectories(folder.resolve("fd"));
    String line = line("0100007F:1F90", "00000000:0000", "0A", "11");
    Files.writeString(folder.resolve("net/tcp"), HEADER + line.repeat(10_000));
    assertThat(new OpenConnections(folder).byPort()).isNull();
  }

  private static Set<String> connections(int port) {
    return requireNonNull(OpenConnections.ofThisProcess()).getOrDefault(port, Set.of("none"));
  }

  private static String line(String local, String remote, String state, String number) {
    return "   0: "
        + local
        + " "
        + remote
        + " "
        + state
        + " 00000000:00000000 00:00000000 00000000  1000        0 "
        + number
        + " 1 0000000000000000 100 0 0 10 0\n";
  }
}
