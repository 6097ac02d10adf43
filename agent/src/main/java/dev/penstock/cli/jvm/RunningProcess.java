package dev.penstock.cli.jvm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A process of this machine, with what the operating system knows about it. */
final class RunningProcess {
  /*
   * The attach API of Java sends SIGQUIT, which ends most processes that are not JVMs and shuts
   * down nginx. So the process is checked first. Without /proc, the check is left to Java.
   */
  private static final String LIST = "run `java -jar penstock.jar ps` to list the JVMs";

  private final long pid;
  private final Path ownProc;
  private final Path proc;

  private RunningProcess(long pid) {
    this(pid, Path.of("/proc"));
  }

  RunningProcess(long pid, Path procs) {
    this.pid = pid;
    ownProc = procs.resolve("self");
    proc = procs.resolve(Long.toString(pid));
  }

  static RunningProcess of(String pid) {
    return new RunningProcess(Long.parseLong(pid));
  }

  boolean isAlive() {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  void expectJvm() throws UnreachableException {
    if (!isAlive()) {
      throw new UnreachableException("there is no process " + pid, LIST);
    }
    Optional<Boolean> jvm = hasJvm();
    if (jvm.isPresent() && !jvm.get()) {
      throw new UnreachableException("process " + pid + " is not a JVM", LIST);
    }
    String owner = otherUser();
    if (jvm.isEmpty() && Files.isDirectory(proc) && owner != null) {
      throw new UnreachableException(
          "process " + pid + " belongs to " + owner, "run this command as " + owner);
    }
  }

  /**
   * Checks that Java would find the socket of the JVM, which is in its {@code /tmp}. If Java looks
   * elsewhere, it sends signals for ten seconds, and the JVM writes a thread dump for each.
   */
  void expectSameTemporaryFolder() throws UnreachableException {
    try {
      boolean inContainer = !namespace(ownProc, "pid").equals(namespace(proc, "pid"));
      // Java looks into containers itself.
      if (!inContainer && !fileKey(ownProc).equals(fileKey(proc))) {
        throw new UnreachableException(
            this + " has a private /tmp, so Java cannot reach it from here", inside());
      }
    } catch (IOException | UnsupportedOperationException | InvalidPathException unknown) {
      // Another system, or a process of another user; Java tries it.
    }
  }

  private static Path namespace(Path process, String kind) throws IOException {
    return Files.readSymbolicLink(process.resolve("ns").resolve(kind));
  }

  private static Object fileKey(Path process) throws IOException {
    Path folder = process.resolve("root/tmp");
    Object key = Files.readAttributes(folder, BasicFileAttributes.class).fileKey();
    if (key == null) {
      throw new IOException("no file key: " + folder);
    }
    return key;
  }

  private String inside() {
    return "run this command inside, for example with `docker exec` or `nsenter -m -t " + pid + "`";
  }

  /** Whether it is a JVM; empty if that is unknown. */
  private Optional<Boolean> hasJvm() {
    try (Stream<String> maps = Files.lines(proc.resolve("maps"), StandardCharsets.ISO_8859_1)) {
      return Optional.of(
          maps.anyMatch(line -> line.contains("libjvm.so") || line.contains("libj9vm")));
    } catch (IOException | java.io.UncheckedIOException unknown) {
      return Optional.empty();
    }
  }

  /** The owner of the process if it is another user; otherwise null. */
  @Nullable String otherUser() {
    String owner = ownerOf(ProcessHandle.of(pid).orElse(null));
    String self = ownerOf(ProcessHandle.current());
    return owner == null || owner.equals(self) ? null : owner;
  }

  private static @Nullable String ownerOf(@Nullable ProcessHandle process) {
    return process == null ? null : process.info().user().orElse(null);
  }

  /** Checks that both processes see the same files: commands need the jar and a temporary file. */
  void expectSameFiles() throws UnreachableException {
    try {
      if (!namespace(ownProc, "mnt").equals(namespace(proc, "mnt"))) {
        throw new UnreachableException(
            this + " runs in a container or has a private /tmp, so it cannot read these files",
            inside());
      }
    } catch (IOException | UnsupportedOperationException | InvalidPathException unknown) {
      // Unknown; if the files differ, loading fails with its own message.
    }
  }

  /** If root runs this command: lets the owner of the process read the file and write the reply. */
  void makeOwnerOf(Path file) throws IOException {
    String owner = otherUser();
    if (owner != null) {
      Files.setOwner(
          file, file.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(owner));
    }
  }

  /** A variable of its environment at its start; of this process if that is unknown. */
  @Nullable String variable(String name) {
    try {
      byte[] all = Files.readAllBytes(proc.resolve("environ"));
      for (String each : new String(all, StandardCharsets.UTF_8).split("\0", -1)) {
        if (each.startsWith(name + "=")) {
          return each.substring(name.length() + 1);
        }
      }
      return null;
    } catch (IOException unknown) {
      return System.getenv(name);
    }
  }

  @Override
  public String toString() {
    return "JVM " + pid;
  }
}
