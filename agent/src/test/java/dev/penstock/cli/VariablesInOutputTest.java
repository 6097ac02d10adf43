package dev.penstock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.Repetitions;
import dev.penstock.rules.config.ParsedRules;
import dev.penstock.rules.config.RulesFile;
import dev.penstock.rules.config.text.MarkedFiles;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that the output of {@code explain} never shows the value of a variable. */
class VariablesInOutputTest {
  /** Requests that match the marked rules, and requests that do not. */
  private static final List<List<String>> REQUESTS =
      List.of(
          List.of("GET /api/x", "-H", "X-API-Key: k1"),
          List.of("POST /login", "-d", "username=ann"),
          List.of("POST https://api.payments.example/v1/charges"));

  @TempDir private File folder;

  @Test
  void explainShowsVariablesAndNotTheirValues() throws IOException, UsageException {
    List<String> leaks = new ArrayList<>();
    File file = new File(folder, "penstock.yaml");
    int step = Repetitions.of(4, 1);
    int scalar = 0;
    for (String sample : MarkedFiles.samples()) {
      for (String marked : MarkedFiles.marked(sample)) {
        Files.writeString(file.toPath(), marked);
        for (int i = scalar++ % step; i < MarkedFiles.VALUES.size(); i += step) {
          String value = MarkedFiles.VALUES.get(i);
          if (RulesFile.read(file, name -> valueOf(name, value)) instanceof ParsedRules.Broken) {
            continue; // VariablesInMessagesTest tests invalid files
          }
          for (List<String> request : REQUESTS) {
            String printed = explain(file, request, value);
            if (printed.toLowerCase(Locale.ROOT).contains(MarkedFiles.WORD)) {
              leaks.add(value + " in\n" + marked + "\n" + printed);
            }
          }
        }
      }
    }
    assertThat(leaks).isEmpty();
  }

  @Test
  void explainShowsRulesWithVariables() throws IOException, UsageException {
    File file = new File(folder, "penstock.yaml");
    Files.writeString(
        file.toPath(),
        """
        version: 1
        inbound:
          hook:
            match: { path: "/hooks/${env:TELLTALE}", headers: { X-Key: "${env:TELLTALE}" } }
            key: header.${env:TELLTALE}
            rate: 5/min
        """);
    String secret = MarkedFiles.WORD;
    List<String> request =
        List.of("GET /hooks/" + secret, "-H", "X-Key: " + secret, "-H", secret + ": ann");
    assertThat(explain(file, request, secret))
        .isEqualTo(
            """
            GET /hooks/zqxsecret from 127.0.0.1
            not exempt

            hook applies
              match  /hooks/${env:TELLTALE} with header.X-Key=${env:TELLTALE}
              key    header.${env:TELLTALE}=ann
              limit  5 calls in any minute (sliding-window)
              left   5 (nothing used yet)

            1 of 1 rule applies
            exit 0\
            """);
  }

  private static String explain(File file, List<String> request, String value)
      throws UsageException {
    List<String> args = new ArrayList<>(List.of(file.getPath()));
    args.addAll(request);
    return Shell.explain(args, name -> valueOf(name, value));
  }

  private static String valueOf(String name, String value) {
    return name.equals(MarkedFiles.VARIABLE) ? value : "0123456789abcdef";
  }
}
