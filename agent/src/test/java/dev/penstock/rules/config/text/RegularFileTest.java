package dev.penstock.rules.config.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.penstock.rules.config.RulesFile;
import dev.penstock.rules.config.text.UnreadableFileException.Reason;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RegularFileTest {
  @TempDir Path folder;

  @Test
  void readsARegularFileAlsoThroughLinks() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "version: 1\n");
    Path link = Files.createSymbolicLink(folder.resolve("link"), file);
    Path linkToLink = Files.createSymbolicLink(folder.resolve("link-to-link"), link);
    assertThat(RegularFile.read(linkToLink.toFile())).asString().isEqualTo("version: 1\n");
  }

  @Test
  void readsOnlyTheBeginningOfAFileThatIsTooLarge() throws IOException {
    Path file = Files.write(folder.resolve("large"), new byte[2 * RulesFile.MAX_BYTES]);
    assertThat(RegularFile.read(file.toFile())).hasSize(RulesFile.MAX_BYTES + 1);
  }

  @Test
  void doesNotOpenAPipe() throws Exception {
    Path pipe = folder.resolve("pipe");
    Process mkfifo = new ProcessBuilder("mkfifo", pipe.toString()).start();
    assumeTrue(mkfifo.waitFor(10, TimeUnit.SECONDS) && mkfifo.exitValue() == 0, "no mkfifo here");
    expect(pipe, Reason.NOT_REGULAR, "this is a pipe, a socket or a device, not a regular file");
    Path link = Files.createSymbolicLink(folder.resolve("link"), pipe);
    expect(link, Reason.NOT_REGULAR, "this is a pipe, a socket or a device, not a regular file");
  }

  @Test
  void doesNotOpenADevice() {
    Path device = Path.of("/dev/zero");
    assumeTrue(Files.exists(device), "no such device here");
    expect(device, Reason.NOT_REGULAR, "this is a pipe, a socket or a device, not a regular file");
  }

  @Test
  void reportsADirectory() {
    expect(folder, Reason.DIRECTORY, "this is a directory, not a file");
  }

  @Test
  void reportsAMissingFileAndALinkToOne() throws IOException {
    Path missing = folder.resolve("missing");
    expect(missing, Reason.MISSING, "there is no such file");
    Path link = Files.createSymbolicLink(folder.resolve("link"), missing);
    expect(link, Reason.MISSING, "there is no such file");
  }

  @Test
  void reportsALoopOfLinks() throws IOException {
    Path one = folder.resolve("one");
    Path other = Files.createSymbolicLink(folder.resolve("other"), one);
    Files.createSymbolicLink(one, other);
    expect(one, Reason.REFUSED, "the file cannot be read: Too many levels of symbolic links");
  }

  @Test
  void reportsAFileWithoutReadPermission() throws IOException {
    File file = Files.writeString(folder.resolve("secret"), "version: 1\n").toFile();
    assumeTrue(file.setReadable(false) && !file.canRead(), "this user may read everything");
    expect(file.toPath(), Reason.REFUSED, "the file cannot be read: Permission denied");
  }

  private static void expect(Path file, Reason reason, String message) {
    UnreadableFileException unreadable =
        catchThrowableOfType(UnreadableFileException.class, () -> RegularFile.read(file.toFile()));
    assertThat(unreadable).hasMessage(message);
    assertThat(unreadable.reason()).isEqualTo(reason);
  }
}
