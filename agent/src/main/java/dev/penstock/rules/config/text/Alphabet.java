package dev.penstock.rules.config.text;

/** The characters that a word of some kind is made of. */
public enum Alphabet {
  /*
   * Plain loops here and elsewhere in this package: it runs while an application starts, where the
   * first regular expression and the first stream each cost milliseconds.
   */

  /** A number without sign, fraction or separators. */
  DIGITS(Letters.DIGITS),
  /** The name of a rule, which lands in quotes in a header field. */
  RULE_NAME(Letters.UPPER + Letters.LOWER + Letters.DIGITS + "-_."),
  /** What keys in Redis begin with; braces would choose the part of a cluster that has them. */
  KEY_PREFIX(Letters.UPPER + Letters.LOWER + Letters.DIGITS + "-_.:"),
  /** The name of a header field or a cookie (RFC 9110, section 5.6.2). */
  TOKEN(Letters.UPPER + Letters.LOWER + Letters.DIGITS + Letters.TOKEN_MARKS),
  /** The name of a host in lower case, as far as it is not a network's address in brackets. */
  HOST(Letters.LOWER + Letters.DIGITS + "-_."),
  /** A method: any token can be one, but those in lower case are slips. */
  METHOD(Letters.UPPER + Letters.DIGITS + Letters.TOKEN_MARKS);

  private final String characters;

  Alphabet(String characters) {
    this.characters = characters;
  }

  /** True if the text is not empty and has no other characters. */
  public boolean spells(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (characters.indexOf(text.charAt(i)) < 0) {
        return false;
      }
    }
    return !text.isEmpty();
  }

  private static final class Letters {
    static final String UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    static final String LOWER = "abcdefghijklmnopqrstuvwxyz";
    static final String DIGITS = "0123456789";
    static final String TOKEN_MARKS = "!#$%&'*+-.^_`|~";
  }
}
