package dev.penstock.rules.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RulesFileReadTest {
  @TempDir private File directory;

  @Test
  void readsAFile() throws IOException {
    File file = file("version: 1\nmode: off\n".getBytes(StandardCharsets.UTF_8));
    assertThat(RulesFile.read(file)).isInstanceOf(ParsedRules.Good.class);
  }

  @Test
  void skipsAByteOrderMark() throws IOException {
    File file = file("\ufeffversion: 1\n".getBytes(StandardCharsets.UTF_8));
    assertThat(RulesFile.read(file)).isInstanceOf(ParsedRules.Good.class);
  }

  @Test
  void reportsAMissingFile() {
    assertThat(problem(new File(directory, "penstock.yaml")))
        .isEqualTo("penstock.yaml: error: there is no such file");
  }

  @Test
  void reportsADirectory() {
    File inner = new File(directory, "penstock.yaml");
    assertThat(inner.mkdir()).isTrue();
    assertThat(problem(inner)).isEqualTo("penstock.yaml: error: this is a directory, not a file");
  }

  @Test
  void rejectsMoreThanAMegabyte() throws IOException {
    assertThat(problem(file(new byte[(1 << 20) + 1])))
        .isEqualTo(
            """
            penstock.yaml: error: the file is too large
              = help: a rules file can have at most 1 MiB""");
  }

  @Test
  void reportsThePositionOfInvalidUtf8() throws IOException {
    byte[] latin1 = "version: 1\n# caf\u00e9 \u00fc\n".getBytes(StandardCharsets.ISO_8859_1);
    assertThat(problem(file(latin1)))
        .isEqualTo(
            """
            penstock.yaml:2:6: error: the file is not valid UTF-8
              |
            2 | # caf\ufffd \ufffd
              |      ^
              = help: save the file as UTF-8""");
  }

  @Test
  void rejectsFilesThatEndInTheMiddleOfACharacter() throws IOException {
    assertThat(problem(file(new byte[] {'a', (byte) 0xc3})))
        .isEqualTo(
            """
            penstock.yaml:1:2: error: the file is not valid UTF-8
              |
            1 | a\ufffd
              |  ^
              = help: save the file as UTF-8""");
  }

  private File file(byte[] bytes) throws IOException {
    File file = new File(directory, "penstock.yaml");
    try (FileOutputStream out = new FileOutputStream(file)) {
      out.write(bytes);
    }
    return file;
  }

  private String problem(File file) {
    ParsedRules.Broken broken = (ParsedRules.Broken) RulesFile.read(file);
    assertThat(broken.problems()).hasSize(1);
    return broken.problems().get(0).render().replace(directory.getPath() + File.separator, "");
  }
}
