package dev.penstock.operator.console;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Parses one request of at most a few KiB from the bytes received so far. */
final class ConsoleRequestReader {
  /*
   * As strict as RFC 9112 permits: ambiguous requests are rejected. The clients of the console are
   * its page, scrapers and curl, which do not send such requests.
   */
  static final int MAX_LINE = 2048;
  static final int MAX_HEAD = 8192;
  static final int MAX_FIELDS = 64;
  static final int MAX_BODY = 4096;

  private static final Set<String> ONLY_ONCE =
      Set.of("host", "origin", "authorization", "content-length", "content-type");
  private static final String MARKS = "!#$%&'*+-.^_`|~";

  private final InetAddress from;
  private final byte[] bytes = new byte[MAX_HEAD + MAX_BODY];
  private int size;
  private int bodyAt;
  private int bodyLength;
  private @Nullable ConsoleRequest head;

  ConsoleRequestReader(InetAddress from) {
    this.from = from;
  }

  /** Adds received bytes; null until the request is complete. */
  @Nullable ConsoleRequest take(ByteBuffer more) throws BadConsoleRequestException {
    int count = Math.min(more.remaining(), bytes.length - size);
    more.get(bytes, size, count);
    size += count;
    if (head == null) {
      head = readHead();
    }
    ConsoleRequest request = head;
    if (request == null || size < bodyAt + bodyLength) {
      return null;
    }
    return request.withBody(new String(bytes, bodyAt, bodyLength, StandardCharsets.UTF_8));
  }

  private @Nullable ConsoleRequest readHead() throws BadConsoleRequestException {
    int end = indexOf("\r\n\r\n");
    int line = indexOf("\r\n");
    if (line > MAX_LINE || (line < 0 && size > MAX_LINE)) {
      throw new BadConsoleRequestException(414, "the request line is too long");
    }
    if (end > MAX_HEAD || (end < 0 && size > MAX_HEAD)) {
      throw new BadConsoleRequestException(431, "the header fields are too long");
    }
    if (end < 0) {
      return null;
    }
    String[] lines = new String(bytes, 0, end, StandardCharsets.ISO_8859_1).split("\r\n", -1);
    Map<String, String> fields = fields(lines);
    bodyAt = end + 4;
    bodyLength = bodyLength(fields);
    return request(lines[0], fields);
  }

  private int indexOf(String end) {
    for (int i = 0; i <= size - end.length(); i++) {
      int same = 0;
      while (same < end.length() && bytes[i + same] == end.charAt(same)) {
        same++;
      }
      if (same == end.length()) {
        return i;
      }
    }
    return -1;
  }

  private ConsoleRequest request(String line, Map<String, String> fields)
      throws BadConsoleRequestException {
    String[] words = line.split(" ", -1);
    if (words.length != 3 || !isToken(words[0]) || !isPath(words[1])) {
      throw new BadConsoleRequestException(400, "malformed request line");
    }
    if (!words[2].equals("HTTP/1.1") && !words[2].equals("HTTP/1.0")) {
      throw new BadConsoleRequestException(505, "only HTTP/1.1 is supported");
    }
    int query = words[1].indexOf('?');
    String path = query < 0 ? words[1] : words[1].substring(0, query);
    return new ConsoleRequest(from, words[0], path, Map.copyOf(fields), "");
  }

  private static Map<String, String> fields(String[] lines) throws BadConsoleRequestException {
    if (lines.length - 1 > MAX_FIELDS) {
      throw new BadConsoleRequestException(431, "too many header fields");
    }
    Map<String, String> fields = new HashMap<>();
    for (int i = 1; i < lines.length; i++) {
      int colon = lines[i].indexOf(':');
      if (colon < 0 || !isToken(lines[i].substring(0, colon))) {
        throw new BadConsoleRequestException(400, "not a header field");
      }
      String name = lowerCase(lines[i].substring(0, colon));
      String value = lines[i].substring(colon + 1).strip();
      if (!isVisible(value)) {
        throw new BadConsoleRequestException(400, "not a header field");
      }
      if (fields.put(name, value) != null && ONLY_ONCE.contains(name)) {
        throw new BadConsoleRequestException(400, "duplicate header " + name);
      }
    }
    return fields;
  }

  private static int bodyLength(Map<String, String> fields) throws BadConsoleRequestException {
    if (fields.containsKey("transfer-encoding")) {
      throw new BadConsoleRequestException(
          501, "Transfer-Encoding is not supported; send a Content-Length");
    }
    String length = fields.getOrDefault("content-length", "0");
    boolean digits = !length.isEmpty() && length.chars().allMatch(c -> c >= '0' && c <= '9');
    if (!digits) {
      throw new BadConsoleRequestException(400, "malformed Content-Length");
    }
    if (length.length() > 9 || Integer.parseInt(length) > MAX_BODY) {
      throw new BadConsoleRequestException(413, "the body is too long");
    }
    return Integer.parseInt(length);
  }

  private static String lowerCase(String ascii) {
    StringBuilder lower = new StringBuilder(ascii.length());
    ascii.chars().forEach(c -> lower.append((char) (c >= 'A' && c <= 'Z' ? c + 32 : c)));
    return lower.toString();
  }

  private static boolean isToken(String text) {
    return !text.isEmpty() && text.chars().allMatch(ConsoleRequestReader::isTokenPart);
  }

  private static boolean isTokenPart(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || MARKS.indexOf(c) >= 0;
  }

  private static boolean isPath(String text) {
    return text.startsWith("/") && text.chars().allMatch(c -> c > ' ' && c < 0x7f);
  }

  private static boolean isVisible(String text) {
    return text.chars().allMatch(c -> (c >= ' ' && c != 0x7f) || c == '\t');
  }
}
