package dev.penstock.rules.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.rules.config.text.PromotionAssertions;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that a promoted candidate keeps the console and telemetry of the active file. */
class PromotedVisibilityTest {
  @TempDir private File folder;

  @Test
  void consoleAndTelemetryStay() throws IOException {
    String console = "console:   # here\n  port: 9797\n";
    String telemetry = "telemetry: { jmx: true } # for us\n";
    File rules =
        write("penstock.yaml", "version: 1\n" + console + telemetry + "shadow: next.yaml\n");
    write("next.yaml", "version: 1\nexempt: /a");
    assertThat(Promotion.promote(rules))
        .isEqualTo(new Promotion.Promoted("version: 1\nexempt: /a\n" + console + telemetry));
    write("next.yaml", "version: 1\nconsole: 1\nexempt: /a\n");
    assertThat(Promotion.promote(rules))
        .isEqualTo(new Promotion.Promoted("version: 1\n" + console + "exempt: /a\n" + telemetry));
    String same = "version: 1\nexempt: /a\ntelemetry: { jmx: true }\nconsole: { port: 9797 }\n";
    write("next.yaml", same);
    assertThat(Promotion.promote(rules)).isEqualTo(new Promotion.Promoted(same));
    write("next.yaml", "{ version: 1, telemetry: { jmx: true } }");
    assertThat(problems(Promotion.promote(rules)))
        .isEqualTo(
            """
            next.yaml: error: the `console` of the active rules file cannot be copied into this file automatically
              = help: write the same `console` in both files""");
  }

  private String problems(Promotion.Result result) {
    return PromotionAssertions.problems(result).replace(folder.getPath() + File.separator, "");
  }

  private File write(String name, String text) throws IOException {
    File file = new File(folder, name);
    Files.writeString(file.toPath(), text);
    return file;
  }
}
