package dev.penstock.rules.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.rules.config.text.PromotionAssertions;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the promotion of a candidate file, which replaces the active rules file. */
class CandidatePromotionTest {
  @TempDir private File folder;

  @Test
  void keepsTheTextOfTheCandidateFile() throws IOException {
    String next =
        "# next\r\nmode:   shadow # not yet\nversion: 1\ninbound: {a: {match: /a, rate: 9/s}}";
    write("next.yaml", next);
    File rules = write("penstock.yaml", "version: 1\nshadow: next.yaml\nshadow-log: a.jsonl\n");
    assertThat(Promotion.promote(rules))
        .isEqualTo(new Promotion.Promoted(next.replace("shadow", "enforce")));
    File other = write("other.yaml", "version: 1 # other\n");
    assertThat(Promotion.promote(rules, other.getPath()))
        .isEqualTo(new Promotion.Promoted("version: 1 # other\n"));
  }

  @Test
  void keepsTheActiveStore() throws IOException {
    String store =
        """
        store:   # shared
          redis: redis://ann:${env:PENSTOCK_NOT_SET:-pw}@h
          # by three
          instances: 3  # JVMs
        """;
    File rules = write("penstock.yaml", "version: 1\n" + store + "# end\nshadow: next.yaml\n");
    String next = "version: 1\n%sinbound:\n  a: { match: /a, rate: 9/s, on-store-failure: open }";
    write("next.yaml", next.formatted(""));
    assertThat(Promotion.promote(rules))
        .isEqualTo(new Promotion.Promoted(next.formatted("") + "\n" + store));
    write("next.yaml", next.formatted("store: { redis: redis://other, max-keys: 5000 } # mine\n"));
    assertThat(Promotion.promote(rules)).isEqualTo(new Promotion.Promoted(next.formatted(store)));
    write("next.yaml", next.formatted(store));
    assertThat(Promotion.promote(rules)).isEqualTo(new Promotion.Promoted(next.formatted(store)));
  }

  @Test
  void aStoreThatWasNotComparedDoesNotBecomeActive() throws IOException {
    File rules = write("penstock.yaml", "version: 1\nshadow: next.yaml\n");
    write("next.yaml", "version: 1\nstore: { redis: redis://other }\nexempt: /a\n");
    assertThat(Promotion.promote(rules))
        .isEqualTo(new Promotion.Promoted("version: 1\nexempt: /a\n"));
    String own = "version: 1\nstore: { max-keys: 5000 }\nexempt: /a\n";
    write("next.yaml", own);
    assertThat(Promotion.promote(rules)).isEqualTo(new Promotion.Promoted(own));
    write("next.yaml", "{ version: 1, store: { redis: redis://other } }");
    assertThat(problems(Promotion.promote(rules)))
        .isEqualTo(
            """
            next.yaml: error: the `store` of the active rules file cannot be copied into this file automatically
              = help: write the same `store` in both files""");
  }

  @Test
  void rejectsACandidateThatWouldNotFindItsPlanTable() throws IOException {
    assertThat(new File(folder, "inner").mkdir()).isTrue();
    write("inner/plans.csv", "k1,free\n");
    write(
        "inner/next.yaml",
        """
        version: 1
        plans: { from: header.X-Key, table: plans.csv, default: free }
        inbound: { a: { match: /a, rate: { free: 9/s } } }
        """);
    File rules = write("penstock.yaml", "version: 1\nshadow: inner/next.yaml\n");
    assertThat(problems(Promotion.promote(rules)))
        .startsWith("penstock.yaml:2:37: error: `plans.csv` cannot be read: there is no such file");
    write("plans.csv", "k1,pro\n");
    assertThat(problems(Promotion.promote(rules)))
        .contains("written in a way that Penstock cannot edit automatically");
    write("plans.csv", "k1,free\n");
    assertThat(Promotion.promote(rules)).isInstanceOf(Promotion.Promoted.class);
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
