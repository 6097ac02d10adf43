package dev.penstock.shadow.log;

import dev.penstock.rules.CutoverCriteria;
import dev.penstock.rules.key.KeyHash;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a log says of itself at its start.
 *
 * @param penstock the version that writes it
 * @param run 16 hexadecimal digits, new for every JVM and comparison
 * @param comparison the same for equal comparisons, in this JVM or another
 * @param candidate what is compared with the rules in force, in words
 * @param salt what clients are hashed with: 32 hexadecimal digits, {@link ClientId#OF_STORE} for
 *     the secret of the store, or null for the secret of the log
 * @param terms when the candidate is ready
 * @param rules rule by rule, in the order of the file
 */
public record LogHeader(
    String penstock,
    String run,
    String comparison,
    String candidate,
    @Nullable String salt,
    CutoverCriteria terms,
    List<ComparedRule> rules) {
  public LogHeader {
    rules = List.copyOf(rules);
  }

  /**
   * The header of a new run.
   *
   * @param meaning all that is compared; comparisons are equal if theirs are
   */
  public static LogHeader ofNewRun(
      String penstock,
      String meaning,
      String candidate,
      @Nullable String salt,
      CutoverCriteria terms,
      List<ComparedRule> rules) {
    return new LogHeader(penstock, newRun(), idOf(meaning), candidate, salt, terms, rules);
  }

  /** A name for a run that no other has. */
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
