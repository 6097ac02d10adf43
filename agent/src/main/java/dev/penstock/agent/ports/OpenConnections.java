package dev.penstock.agent.ports;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads from Linux's {@code /proc} which TCP ports a process serves, and who is connected. */
final class OpenConnections {
  /*
   * The tables of sockets contain those of other processes, too: a socket belongs to this process if
   * one of its open files is that socket. Lines of a table look like this (the last column that
   * counts here is the number of the socket):
   *
   *   sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   *    0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 12345
   */
  private static final Path OWN = Path.of("/proc/self");

  /** Larger tables are not read: that would take the machine's time, for a hint. */
  private static final int MAX_TABLE_BYTES = 1 << 20;

  private static final int MAX_FILES = 20_000;

  private static final int LOCAL = 1;
  private static final int REMOTE = 2;
  private static final int STATE = 3;
  private static final int NUMBER = 9;
  private static final String LISTENING = "0A";
  private static final String ESTABLISHED = "01";
  private static final String SOCKET = "socket:[";
  private static final int HEXADECIMAL = 16;

  private final Path folder;

  OpenConnections(Path folder) {
    this.folder = folder;
  }

  /**
   * The ports on which this process listens, each with the other ends of its open connections; null
   * if that is not known: on other systems, and if this process has very many sockets.
   */
  static @Nullable SortedMap<Integer, Set<String>> ofThisProcess() {
    return new OpenConnections(OWN).byPort();
  }

  @Nullable SortedMap<Integer, Set<String>> byPort() {
    try {
      List<String[]> sockets = new ArrayList<>(table("net/tcp"));
      if (Files.exists(folder.resolve("net/tcp6"))) {
        sockets.addAll(table("net/tcp6"));
      }
      return byPort(sockets, ownSockets());
    } catch (IOException | DirectoryIteratorException unreadable) {
      return null;
    }
  }

  private static SortedMap<Integer, Set<String>> byPort(
      List<String[]> sockets, Set<String> ownSockets) {
    SortedMap<Integer, Set<String>> ports = new TreeMap<>();
    for (String[] socket : sockets) {
      if (socket[STATE].equals(LISTENING) && ownSockets.contains(socket[NUMBER])) {
        ports.put(port(socket), new HashSet<>());
      }
    }
    for (String[] socket : sockets) {
      Set<String> connected = ports.get(port(socket));
      if (connected != null
          && socket[STATE].equals(ESTABLISHED)
          && ownSockets.contains(socket[NUMBER])) {
        connected.add(socket[REMOTE]);
      }
    }
    return ports;
  }

  private static int port(String[] socket) {
    String address = socket[LOCAL];
    return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1), HEXADECIMAL);
  }

  private List<String[]> table(String name) throws IOException {
    byte[] text;
    try (InputStream in = Files.newInputStream(folder.resolve(name))) {
      text = in.readNBytes(MAX_TABLE_BYTES + 1);
    }
    if (text.length > MAX_TABLE_BYTES) {
      throw new IOException(name + " is too large");
    }
    List<String[]> sockets = new ArrayList<>();
    for (String line : new String(text, StandardCharsets.US_ASCII).split("\n", -1)) {
      String[] columns = line.strip().split("\\s+", -1);
      if (columns.length > NUMBER && columns[LOCAL].indexOf(':') > 0) {
        sockets.add(columns);
      }
    }
    return sockets;
  }

  private Set<String> ownSockets() throws IOException {
    Set<String> numbers = new HashSet<>();
    int files = 0;
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder.resolve("fd"))) {
      for (Path file : all) {
        if (++files > MAX_FILES) {
          throw new IOException("too many open files");
        }
        String target = target(file);
        if (target.startsWith(SOCKET)) {
          numbers.add(target.substring(SOCKET.length(), target.length() - 1));
        }
      }
    }
    return numbers;
  }

  private static String target(Path file) throws IOException {
    try {
      return Files.readSymbolicLink(file).toString();
    } catch (NoSuchFileException closed) {
      return "";
    }
  }
}
