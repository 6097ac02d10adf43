package dev.penstock.cli.jvm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A process of this machine, as far as the system tells of it. */
final class RunningProcess {
  /*
   * Java's attach interface knocks with a signal, SIGQUIT, that ends most processes which are not
   * JVMs, and has nginx shut down. So it is worth a look beforehand. Where there is no /proc, Java
   * itself has to know.
   */
  private static final String LIST = "`java -jar penstock.jar ps` lists those that can be reached";

  private final long pid;
  private final Path proc;

  private RunningProcess(long pid) {
    this.pid = pid;
    proc = Path.of("/proc/" + pid);
  }

  static RunningProcess of(String pid) {
    return new RunningProcess(Long.parseLong(pid));
  }

  boolean isThere() {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  void expectJvm() throws UnreachableException {
    if (!isThere()) {
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

  /** Empty if that cannot be found out. */
  private Optional<Boolean> hasJvm() {
    try (Stream<String> maps = Files.lines(proc.resolve("maps"), StandardCharsets.ISO_8859_1)) {
      return Optional.of(
          maps.anyMatch(line -> line.contains("libjvm.so") || line.contains("libj9vm")));
    } catch (IOException | java.io.UncheckedIOException unknown) {
      return Optional.empty();
    }
  }

  /** Who runs it, if it is somebody else. */
  @Nullable String otherUser() {
    String owner = ownerOf(ProcessHandle.of(pid).orElse(null));
    String self = ownerOf(ProcessHandle.current());
    return owner == null || owner.equals(self) ? null : owner;
  }

  private static @Nullable String ownerOf(@Nullable ProcessHandle process) {
    return process == null ? null : process.info().user().orElse(null);
  }

  /** A command needs the jar and a file that both sides know by the same name. */
  void expectSameFiles() throws UnreachableException {
    try {
      Path here = Files.readSymbolicLink(Path.of("/proc/self/ns/mnt"));
      if (!here.equals(Files.readSymbolicLink(proc.resolve("ns/mnt")))) {
        throw new UnreachableException(
            this + " runs in a container, or has a /tmp of its own: it cannot see these files",
            "run this command in there, for example with `docker exec` or `nsenter -m -t "
                + pid
                + "`");
      }
    } catch (IOException | UnsupportedOperationException | InvalidPathException unknown) {
      // Then it will turn out.
    }
  }

  /** Whoever is root may ask for others, who can then read the question and write the answer. */
  void makeOwnerOf(Path file) throws IOException {
    String owner = otherUser();
    if (owner != null) {
      Files.setOwner(
          file, file.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(owner));
    }
  }

  /** A variable of its environment as it was when it started; of ours if that is not known. */
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
