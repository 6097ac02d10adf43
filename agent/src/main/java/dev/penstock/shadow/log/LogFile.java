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

/** A file of whole lines that one JVM writes, and that makes room for a new one when it is full. */
final class LogFile {
  /*
   * The lock is on the file itself. Some systems let go of it as soon as any channel of this process
   * to the same file is closed, so there is only this one, for reading the last byte too.
   */
  private final String name;
  private final long maxBytes;
  private final int keep;
  private @Nullable FileChannel channel;
  private @Nullable Object identity;
  private boolean regular;
  private long size;
  private long headEnd;

  LogFile(String name, long maxBytes, int keep) {
    this.name = name;
    this.maxBytes = maxBytes;
    this.keep = keep;
  }

  boolean isOpen() {
    return channel != null;
  }

  /** Opens it to go on where it ends, on a new line, or in a new file if that one is full. */
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
      headEnd = size;
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
    } catch (FileAlreadyExistsException | UnsupportedOperationException noNeed) {
      return FileChannel.open(
          path, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE);
    }
  }

  private static void lock(FileChannel opened) throws FileInUseException {
    try {
      if (opened.tryLock() == null) {
        throw new FileInUseException();
      }
    } catch (OverlappingFileLockException here) {
      throw new FileInUseException();
    } catch (FileInUseException taken) {
      throw taken;
    } catch (IOException noLocksHere) {
      // Some network file systems have none.
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
    headEnd = size;
  }

  /** True if somebody has removed, renamed or emptied it: what is written now, nobody would see. */
  boolean isGone() throws IOException {
    if (channel == null || !regular) {
      return false;
    }
    try {
      var attributes = Files.readAttributes(path(), BasicFileAttributes.class);
      return channel.size() < size || (identity != null && !identity.equals(attributes.fileKey()));
    } catch (IOException notThere) {
      return true;
    }
  }

  /** Says that what is in it now is what it starts with: a file is never full with only that. */
  void endHead() {
    headEnd = size;
  }

  boolean isFull() {
    return size >= maxBytes && size > headEnd;
  }

  /** Renames it and its elders, and opens a new one. */
  void rotate() throws IOException {
    close();
    for (int age = keep; age > 0; age--) {
      Path younger = age == 1 ? path() : aged(age - 1);
      if (Files.exists(younger)) {
        Files.move(younger, aged(age), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    if (keep == 0) {
      Files.deleteIfExists(path());
    }
    openAsIs();
  }

  /** Writes whole lines, or else leaves the file as it was if the system lets it. */
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
      takeBack(open);
      throw e;
    }
  }

  private void takeBack(FileChannel open) {
    try {
      if (regular) {
        open.truncate(size);
      }
    } catch (IOException asWell) {
      // Then the next one to open it ends the line.
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
