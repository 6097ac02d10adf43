package dev.penstock.store.redis.connection;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** Replies to scripts that no Redis sends, by name: RESP of the wrong shape, and invalid bytes. */
public final class MalformedReplies {
  private static final String NOW = ":1790000000000000\r\n";
  private static final String RECORD = text("1 1");

  private MalformedReplies() {}

  private static String text(String content) {
    return "$" + content.length() + "\r\n" + content + "\r\n";
  }

  private static String array(String... parts) {
    return "*" + parts.length + "\r\n" + String.join("", parts);
  }

  private static String integer(Object number) {
    return ":" + number + "\r\n";
  }

  private static String settled(String verdict, String record) {
    return array(NOW, verdict, record);
  }

  /** Replies that fit no script. Replies that only some scripts return are not included. */
  public static Map<String, String> all() {
    Map<String, String> all = new LinkedHashMap<>();
    addScalars(all);
    addArrays(all);
    addRecords(all);
    addLeases(all);
    addBrokenProtocol(all);
    addResp3(all);
    return all;
  }

  /** Replies that are unreadable for any command. */
  public static Collection<String> scalarsAndBrokenProtocol() {
    Map<String, String> some = new LinkedHashMap<>();
    addScalars(some);
    addBrokenProtocol(some);
    addResp3(some);
    return some.values();
  }

  private static void addScalars(Map<String, String> all) {
    all.put("status OK", "+OK\r\n");
    all.put("status PONG", "+PONG\r\n");
    all.put("empty status", "+\r\n");
    all.put("integer 0", integer(0));
    all.put("integer 1", integer(1));
    all.put("integer -1", integer(-1));
    all.put("string", text("OK"));
    all.put("empty string", text(""));
    all.put("null string", "$-1\r\n");
    all.put("null array", "*-1\r\n");
    all.put("largest integer", integer(Long.MAX_VALUE));
  }

  private static void addArrays(Map<String, String> all) {
    all.put("empty array", array());
    all.put("array of null", array("$-1\r\n"));
    all.put("array of status", array("+OK\r\n"));
    all.put("array of error", array("-ERR inside\r\n"));
    all.put("array of negative time", array(integer(-1)));
    all.put("array of time as string", array(text("1790000000000000")));
    all.put("no record", array(NOW, integer(1)));
    all.put("no record, rejected", array(NOW, integer(0)));
    all.put("other times than now twice", array(NOW, integer(-1), integer(-1)));
    all.put("array in array", array(settled(integer(1), RECORD)));
    all.put("twenty parts", array(Collections.nCopies(20, NOW).toArray(String[]::new)));
    all.put("verdict as string", settled(text("1"), RECORD));
    all.put("verdict null", settled("$-1\r\n", RECORD));
    all.put("verdict 2", settled(integer(2), RECORD));
    all.put("verdict -5", settled(integer(-5), RECORD));
    all.put("huge verdict", settled(integer(Long.MAX_VALUE), RECORD));
    all.put("time as string", array(text("1790000000000000"), integer(1), RECORD));
    all.put("negative time", array(integer(-1), integer(1), RECORD));
    all.put("time beyond 2^53", array(integer(1L << 53), integer(1), RECORD));
    all.put("huge time", array(integer(Long.MAX_VALUE), integer(1), RECORD));
    all.put("time null", array("$-1\r\n", integer(1), RECORD));
  }

  private static void addRecords(Map<String, String> all) {
    all.put("record integer", settled(integer(1), integer(5)));
    all.put("record null", settled(integer(1), "$-1\r\n"));
    all.put("record array", settled(integer(1), array()));
    all.put("record status", settled(integer(1), "+OK\r\n"));
    all.put("record error", settled(integer(1), "-ERR inside\r\n"));
    all.put("record empty", settled(integer(1), text("")));
    all.put("record of letters", settled(integer(1), text("abc def")));
    all.put("record of negative numbers", settled(integer(1), text("-1 -1")));
    all.put("record of huge numbers", settled(integer(1), text("99999999999999999999 1")));
    all.put("record with two blanks", settled(integer(1), text("1  1")));
    all.put("record with blanks around", settled(integer(1), text(" 1 1 ")));
    all.put("record of 70 numbers", settled(integer(1), text("1 ".repeat(69) + "1")));
  }

  private static void addLeases(Map<String, String> all) {
    all.put("too many units", lease(integer(1L << 40), integer(0), RECORD, integer(1_000)));
    all.put("negative units", lease(integer(-3), integer(0), RECORD, integer(1_000)));
    all.put("negative units kept", lease(integer(1), integer(-1), RECORD, integer(1_000)));
    all.put("negative validity", lease(integer(1), integer(0), RECORD, integer(-1)));
    all.put("units as string", lease(text("1"), integer(0), RECORD, integer(1_000)));
    all.put("validity null", lease(integer(1), integer(0), RECORD, "$-1\r\n"));
  }

  private static String lease(String units, String kept, String record, String valid) {
    return array(NOW, units, kept, record, valid);
  }

  private static void addBrokenProtocol(Map<String, String> all) {
    all.put("number of letters", array(":abc\r\n", integer(1), RECORD));
    all.put("empty number", ":\r\n");
    all.put("number of 20 digits", array(integer("99999999999999999999"), integer(1), RECORD));
    all.put("longest array", "*2147483647\r\n");
    all.put("longer than any array", "*99999999999\r\n");
    all.put("longest string", "$2147483647\r\n");
    all.put("array of length -7", "*-7\r\n");
    all.put("string of length -7", "$-7\r\n");
    all.put("string longer than its length", "$1\r\nabc\r\n");
    all.put("2000 arrays in arrays", "*1\r\n".repeat(2_000));
    all.put("status without CR", "+OK\n");
    all.put("empty line", "\r\n");
    all.put("an HTTP response", "HTTP/1.1 400 Bad Request\r\n\r\n");
  }

  private static void addResp3(Map<String, String> all) {
    all.put("RESP3 null", "_\r\n");
    all.put("RESP3 boolean", "#t\r\n");
    all.put("RESP3 double", ",1.5\r\n");
    all.put("RESP3 big number", "(3492890328409238509324850943850943825024385\r\n");
    all.put("RESP3 map", "%1\r\n+now\r\n" + NOW);
    all.put("RESP3 set", "~1\r\n" + NOW);
    all.put("RESP3 push", ">1\r\n" + NOW);
    all.put("RESP3 verbatim string", "=7\r\ntxt:abc\r\n");
    all.put("RESP3 bulk error", "!5\r\nERROR\r\n");
    all.put("RESP3 attribute", "|1\r\n+a\r\n:1\r\n");
    all.put("RESP3 double in array", array(",1.5\r\n", integer(1), RECORD));
  }

  /** The reply with this name. */
  public static String of(String name) {
    return Objects.requireNonNull(all().get(name), name);
  }
}
