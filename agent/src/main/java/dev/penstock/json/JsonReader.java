package dev.penstock.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Pull reader: walks through one JSON text (RFC 8259) value by value. All JSON that Penstock reads
 * goes through it; {@link JsonParser} builds a tree with it.
 */
public final class JsonReader {
  /*
   * Tokens and log lines come from clients, so the reader neither recurses nor throws: an error
   * sets isBroken(), and nothing more is read. It does not allocate either, because `simulate`
   * reads millions of lines with it: a value is a range of the buffer until its text is requested.
   *
   * A strict reader also checks strings, numbers and words. A lenient reader checks only what holds
   * the text together: quotes, commas, colons and brackets. Servers write log lines with escapes
   * such as \x22, which must not hide the other members of the line.
   */
  private static final String END_OF_WORD = ",]} \t\r\n\":{[";

  private final boolean strict;
  private byte[] text = {};
  private int at;
  private int limit;
  private boolean broken;

  /** The value that was read last; of a string, the part between its quotes. */
  private int from;

  private int end;
  private byte kind;
  private boolean escaped;

  private JsonReader(boolean strict) {
    this.strict = strict;
  }

  /** A reader that rejects invalid strings, numbers and words. */
  public static JsonReader strict() {
    return new JsonReader(/* strict= */ true);
  }

  /** A reader that accepts any word as a value and keeps unknown escapes. */
  public static JsonReader lenient() {
    return new JsonReader(/* strict= */ false);
  }

  /** Starts to read a range of UTF-8 text. A reader can be reused for any number of texts. */
  public void start(byte[] newText, int newFrom, int newLimit) {
    text = newText;
    at = newFrom;
    limit = newLimit;
    broken = false;
  }

  /** True if an error was found; then nothing more can be read. */
  public boolean isBroken() {
    return broken;
  }

  /** True if nothing but white space is left. */
  public boolean isAtEnd() {
    skipSpace();
    return at == limit;
  }

  /** The index of the next byte to read. */
  public int position() {
    return at;
  }

  /** Reads this character if it comes next; false if another one does. */
  public boolean skipIf(char expected) {
    skipSpace();
    if (broken || at == limit || text[at] != expected) {
      return false;
    }
    at++;
    return true;
  }

  /** Reads this character, which must come next. */
  public void expect(char expected) {
    broken |= !skipIf(expected);
  }

  /** Reads a comma or the closing bracket; true after a comma, so that another item follows. */
  public boolean hasMore(char close) {
    boolean more = skipIf(',');
    broken |= !more && !skipIf(close);
    return more && !broken;
  }

  private void skipSpace() {
    while (at < limit && isSpace(text[at])) {
      at++;
    }
  }

  private static boolean isSpace(byte c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
  }

  /** Reads the name of a member and the colon after it; the name is the current value then. */
  public void readName() {
    skipSpace();
    broken |= at == limit || text[at] != '"';
    readValue();
    expect(':');
  }

  /** Reads a value of any kind; an object or an array as a whole. */
  public void readValue() {
    skipSpace();
    if (broken || at == limit) {
      broken = true;
      kind = 0;
      from = at;
      end = at;
      return;
    }
    kind = text[at];
    if (kind == '"') {
      readString();
    } else if (kind == '{' || kind == '[') {
      int start = at;
      readNested();
      from = start;
      end = at;
    } else {
      from = at;
      readWord();
      end = at;
      broken |= from == end || (strict && !isNumberOrLiteral());
    }
  }

  private void readString() {
    from = ++at;
    escaped = false;
    while (at < limit && text[at] != '"') {
      if (text[at] == '\\') {
        escaped = true;
        at++;
      }
      at++;
    }
    broken |= at >= limit;
    end = Math.min(at, limit);
    at = Math.min(at + 1, limit);
    broken |= strict && !JsonStrings.isValid(text, from, end);
  }

  private void readWord() {
    while (at < limit && END_OF_WORD.indexOf(text[at]) < 0) {
      at++;
    }
  }

  private void readNested() {
    int depth = 0;
    do {
      byte c = text[at];
      if (c == '"') {
        readString();
      } else {
        depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
        at++;
      }
    } while (depth > 0 && at < limit);
    broken |= depth > 0;
  }

  private boolean isNumberOrLiteral() {
    return is("true") || is("false") || is("null") || isNumber();
  }

  private boolean isNumber() {
    for (int i = from; i < end; i++) {
      if ("0123456789+-.eE".indexOf(text[i]) < 0) {
        return false;
      }
    }
    return "-0123456789".indexOf(text[from]) >= 0;
  }

  /** Where the value begins in the buffer. */
  public int valueStart() {
    return from;
  }

  /** Where the value ends in the buffer. */
  public int valueEnd() {
    return end;
  }

  /** True if the value is a string. */
  public boolean isString() {
    return kind == '"';
  }

  /** True if the value is a string, a number, true or false. */
  public boolean isScalar() {
    return kind != 0 && kind != '{' && kind != '[' && !isNull();
  }

  public boolean isNull() {
    return kind == 'n';
  }

  public boolean isObject() {
    return kind == '{';
  }

  public boolean isArray() {
    return kind == '[';
  }

  /** True if the value is a string with escapes, so that its bytes are not its text. */
  public boolean hasEscapes() {
    return kind == '"' && escaped;
  }

  /** True if the value is written exactly like this ASCII text. */
  public boolean is(String ascii) {
    boolean same = end - from == ascii.length();
    for (int i = 0; same && i < ascii.length(); i++) {
      same = text[from + i] == ascii.charAt(i);
    }
    return same;
  }

  /** The value as text, with escapes resolved. */
  public String valueText() {
    return hasEscapes() ? JsonStrings.unescape(text, from, end) : JsonStrings.utf8(text, from, end);
  }

  /** The value in UTF-8, with escapes resolved. */
  public byte[] valueBytes() {
    return hasEscapes()
        ? valueText().getBytes(StandardCharsets.UTF_8)
        : Arrays.copyOfRange(text, from, end);
  }
}
