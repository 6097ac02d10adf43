package dev.penstock.agent.reload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.penstock.agent.StallingFiles;
import dev.penstock.rules.config.text.UnreadableFileException;
import dev.penstock.rules.config.text.UnreadableFileException.Reason;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BoundedFileReaderTest {
  private static final long TIMEOUT_NANOS = Duration.ofMillis(20).toNanos();

  /** For files that respond, because a busy machine is slow to start a thread. */
  private static final long LONG_TIMEOUT_NANOS = Duration.ofSeconds(20).toNanos();

  @TempDir Path folder;
  private final StallingFiles disk = new StallingFiles();
  private final AtomicLong nanos = new AtomicLong();
  private final BoundedFileReader reader = new BoundedFileReader(disk, TIMEOUT_NANOS, nanos::get);
  private File file;
  private File other;

  @BeforeEach
  void writeFiles() throws IOException {
    file = Files.writeString(folder.resolve("file"), "content").toFile();
    other = Files.writeString(folder.resolve("other"), "others").toFile();
  }

  @AfterEach
  void endStalls() {
    disk.recover(file);
    disk.recover(other);
  }

  @Test
  void usesOneThreadAsLongAsFilesRespond() throws IOException {
    BoundedFileReader slowReader = new BoundedFileReader(disk, LONG_TIMEOUT_NANOS, nanos::get);
    long before = readThreads();
    for (int n = 0; n < 5; n++) {
      assertThat(slowReader.read(file)).asString().isEqualTo("content");
      assertThat(slowReader.read(other)).asString().isEqualTo("others");
    }
    assertThat(readThreads() - before).isEqualTo(1);
  }

  @Test
  void reportsWhyAFileCannotBeReadAndReadsOthersAfterwards() throws IOException {
    BoundedFileReader slowReader = new BoundedFileReader(disk, LONG_TIMEOUT_NANOS, nanos::get);
    UnreadableFileException missing =
        catchThrowableOfType(
            UnreadableFileException.class, () -> slowReader.read(new File("no such file")));
    assertThat(missing).hasMessage("there is no such file");
    assertThat(slowReader.read(file)).asString().isEqualTo("content");
  }

  @Test
  void givesUpOnAFileThatDoesNotRespond() {
    disk.stall(file);
    UnreadableFileException stalled = stalled(file);
    assertThat(stalled)
        .hasMessage(
            "the file system did not respond within 20 ms; the file may be on a network file system"
                + " that is unavailable");
    assertThat(stalled.reason()).isEqualTo(Reason.STALLED);
  }

  @Test
  void doesNotBlockFurtherThreadsOnAFileThatHasStalledUntilSomeTimeHasPassed() {
    disk.stall(file);
    for (int n = 0; n < 5; n++) {
      stalled(file);
    }
    awaitBlocked(1);
    nanos.addAndGet(Duration.ofSeconds(10).toNanos());
    for (int n = 0; n < 5; n++) {
      stalled(file);
    }
    awaitBlocked(2);
  }

  @Test
  void blocksAtMostThreeThreadsPerFileAndEightInTotal() {
    for (int n = 0; n < 20; n++) {
      for (int name = 0; name < 5; name++) {
        File each = new File(folder.toFile(), "stalled-" + name);
        disk.stall(each);
        stalled(each);
      }
      nanos.addAndGet(Duration.ofSeconds(10).toNanos());
    }
    awaitBlocked(8);
  }

  @Test
  void readsOtherFilesWhileOneHasStalled() {
    disk.stall(file);
    stalled(file);
    assertThat(eventually(other)).isEqualTo("others");
  }

  @Test
  void readsTheFileAgainAsSoonAsItResponds() {
    disk.stall(file);
    stalled(file);
    disk.recover(file);
    assertThat(eventually(file)).isEqualTo("content");
  }

  @Test
  void readsAFileThatHasTakenThePlaceOfAStalledOne() {
    disk.stall(file);
    stalled(file);
    // A pipe that was opened by mistake blocks its thread for good; the path is a file again.
    disk.replace(file);
    stalled(file);
    nanos.addAndGet(Duration.ofSeconds(10).toNanos());
    assertThat(eventually(file)).isEqualTo("content");
  }

  private UnreadableFileException stalled(File which) {
    return catchThrowableOfType(UnreadableFileException.class, () -> reader.read(which));
  }

  /** Tries again until the read succeeds, because a busy machine may exceed the timeout. */
  private String eventually(File which) {
    while (true) {
      try {
        return new String(reader.read(which), StandardCharsets.UTF_8);
      } catch (IOException notYet) {
        Thread.onSpinWait();
      }
    }
  }

  private void awaitBlocked(int threads) {
    while (disk.blocked() < threads) {
      Thread.onSpinWait();
    }
    assertThat(disk.blocked()).isEqualTo(threads);
  }

  private static long readThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("penstock-files"))
        .count();
  }
}
