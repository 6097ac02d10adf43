package dev.penstock.shadow.log;

import dev.penstock.rules.CutoverCriteria;
import dev.penstock.rules.key.KeyHash;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The first line of a divergence log.
 *
 * @param penstock the version that writes the log
 * @param run the id of the run: 16 hexadecimal digits, new for every JVM and comparison
 * @param comparison the id of what is compared: equal for equal comparisons in any JVM
 * @param candidate the name of the candidate
 * @param salt the key of the client hashes: 32 hexadecimal digits, {@link ClientId#OF_STORE} for
 *     the secret of the store, or null for the secret of the log
 * @param criteria the criteria for the candidate to be ready
 * @param rules the rules, in the order of the file
 */
public record LogHeader(
    String penstock,
    String run,
    String comparison,
    String candidate,
    @Nullable String salt,
    CutoverCriteria criteria,
    List<ComparedRule> rules) {
  public LogHeader {
    rules = List.copyOf(rules);
  }

  /**
   * The header of a new run.
   *
   * @param meaning a text of all that is compared; equal comparisons have equal texts
   */
  public static LogHeader ofNewRun(
      String penstock,
      String meaning,
      String candidate,
      @Nullable String salt,
      CutoverCriteria criteria,
      List<ComparedRule> rules) {
    return new LogHeader(penstock, newRun(), idOf(meaning), candidate, salt, criteria, rules);
  }

  /** A new unique id for a run. */
  public static String newRun() {
    KeyHash random = KeyHash.withRandomSecret();
    random.start();
    random.finish();
    return HexFormat.of().toHexDigits(random.high());
  }

  private static String idOf(String meaning) {
    KeyHash hash = new KeyHash(0, 0);
    hash.start();
    hash.add(meaning);
    hash.finish();
    return HexFormat.of().toHexDigits(hash.high());
  }
}
