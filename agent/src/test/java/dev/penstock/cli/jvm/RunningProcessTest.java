package dev.penstock.cli.jvm;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes whose temporary folder is, or is not, the one of this process. */
class RunningProcessTest {
  @TempDir private Path procs;

  @BeforeEach
  void describeThisProcess() throws IOException {
    describe("self", "pid:[1]");
    Files.createDirectories(procs.resolve("self/root/tmp"));
  }

  @Test
  void aPrivateTemporaryFolderIsRefusedBeforeJavaSendsSignals() throws IOException {
    describe("7", "pid:[1]");
    Files.createDirectories(procs.resolve("7/root/tmp"));
    assertThatThrownBy(() -> new RunningProcess(7, procs).expectSameTemporaryFolder())
        .isInstanceOf(UnreachableException.class)
        .hasMessage("JVM 7 has a private /tmp, so Java cannot reach it from here");
  }

  @Test
  void theSameFolderIsReachable() throws IOException {
    describe("7", "pid:[1]");
    Files.createDirectories(procs.resolve("7/root"));
    Files.createSymbolicLink(procs.resolve("7/root/tmp"), procs.resolve("self/root/tmp"));
    expectReachable();
  }

  @Test
  void javaLooksIntoContainersItself() throws IOException {
    describe("7", "pid:[2]");
    Files.createDirectories(procs.resolve("7/root/tmp"));
    expectReachable();
  }

  @Test
  void aProcessOfAnotherUserIsLeftToJava() throws IOException {
    describe("7", "pid:[1]");
    expectReachable();
  }

  private void expectReachable() {
    assertThatCode(() -> new RunningProcess(7, procs).expectSameTemporaryFolder())
        .doesNotThrowAnyException();
  }

  private void describe(String process, String namespace) throws IOException {
    Path folder = Files.createDirectories(procs.resolve(process).resolve("ns"));
    Files.createSymbolicLink(folder.resolve("pid"), Path.of(namespace));
  }
}
