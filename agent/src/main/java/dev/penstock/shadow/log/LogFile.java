package dev.penstock.shadow.log;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A file of whole lines that one JVM at a time writes, and that is rotated when it is full. */
final class LogFile {
  /*
   * The lock is on the file itself. Some systems release it as soon as any channel of this process
   * to the same file is closed, so the only channel is also the one that reads the last byte.
   */
  private final String name;
  private final long maxBytes;
  private final int keep;
  private @Nullable FileChannel channel;
  private @Nullable Object identity;
  private boolean regular;
  private long size;
  private long headerEnd;

  LogFile(String name, long maxBytes, int keep) {
    this.name = name;
    this.maxBytes = maxBytes;
    this.keep = keep;
  }

  boolean isOpen() {
    return channel != null;
  }

  /** Opens the file for appending on a new line; rotates it first if it is full. */
  void open() throws IOException {
    openAsIs();
    if (size >= maxBytes) {
      rotate();
    }
  }

  private void openAsIs() throws IOException {
    Path path = path();
    FileChannel opened = forOwnerOnly(path);
    try {
      lock(opened);
      BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
      regular = attributes.isRegularFile();
      identity = attributes.fileKey();
      size = regular ? opened.size() : 0;
      headerEnd = size;
      if (size > 0 && lastByte(opened) != '\n') {
        endLine(opened);
      }
      channel = opened;
    } finally {
      if (channel != opened) {
        opened.close();
      }
    }
  }

  private static FileChannel forOwnerOnly(Path path) throws IOException {
    try {
      return FileChannel.open(
          path,
          Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW),
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    } catch (FileAlreadyExistsException | UnsupportedOperationException ignored) {
      return FileChannel.open(
          path, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE);
    }
  }

  private static void lock(FileChannel opened) throws FileInUseException {
    try {
      if (opened.tryLock() == null) {
        throw new FileInUseException();
      }
    } catch (OverlappingFileLockException ownLock) {
      throw new FileInUseException();
    } catch (FileInUseException taken) {
      throw taken;
    } catch (IOException unsupported) {
      // Some network file systems do not support locks.
    }
  }

  private static byte lastByte(FileChannel opened) throws IOException {
    ByteBuffer last = ByteBuffer.allocate(1);
    opened.read(last, opened.size() - 1);
    return last.get(0);
  }

  private void endLine(FileChannel opened) throws IOException {
    opened.write(ByteBuffer.wrap(new byte[] {'\n'}), size);
    size++;
    headerEnd = size;
  }

  /** True if the file was removed, renamed or truncated, so that lines written now are lost. */
  boolean isReplaced() throws IOException {
    if (channel == null || !regular) {
      return false;
    }
    try {
      var attributes = Files.readAttributes(path(), BasicFileAttributes.class);
      return channel.size() < size || (identity != null && !identity.equals(attributes.fileKey()));
    } catch (IOException missing) {
      return true;
    }
  }

  /** Marks the end of the header: a file with only its header is never full. */
  void endHeader() {
    headerEnd = size;
  }

  boolean isFull() {
    return size >= maxBytes && size > headerEnd;
  }

  /** Renames the file and older files, and opens a new one. */
  void rotate() throws IOException {
    close();
    for (int age = keep; age > 0; age--) {
      Path newer = age == 1 ? path() : aged(age - 1);
      if (Files.exists(newer)) {
        Files.move(newer, aged(age), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    if (keep == 0) {
      Files.deleteIfExists(path());
    }
    openAsIs();
  }

  /** Writes whole lines; on an error, restores the file as far as the system allows. */
  void write(ByteBuffer lines) throws IOException {
    FileChannel open = channel;
    if (open == null) {
      throw new IOException("not open");
    }
    try {
      if (regular) {
        open.position(size);
      }
      int length = lines.remaining();
      while (lines.hasRemaining()) {
        open.write(lines);
      }
      size += regular ? length : 0;
    } catch (IOException e) {
      truncate(open);
      throw e;
    }
  }

  private void truncate(FileChannel open) {
    try {
      if (regular) {
        open.truncate(size);
      }
    } catch (IOException unsupported) {
      // The next open ends the incomplete line.
    }
  }

  void close() {
    try {
      if (channel != null) {
        channel.close();
      }
    } catch (IOException e) {
      // Nothing is buffered, so nothing is lost.
    } finally {
      channel = null;
    }
  }

  private Path path() {
    return new File(name).toPath();
  }

  private Path aged(int age) {
    return new File(name + "." + age).toPath();
  }

  @Override
  public String toString() {
    return name;
  }
}
