package dev.penstock.shadow.simulate;

import dev.penstock.http.HeaderField;
import dev.penstock.json.JsonReader;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A log line in JSON, such as {@code {"t": 1700000000000, "path": "/a?b=c", "method": "GET", "ip":
 * "1.2.3.4", "user": "u7", "headers": {"X-API-Key": "k"}, "status": 200}}. Only {@code t} and
 * {@code path} are required; other members are ignored.
 */
final class JsonLine extends LogLine {
  private static final long MILLI_MICROS = 1_000;
  private static final String NOT_JSON = "not a JSON object";

  private final JsonReader json = JsonReader.lenient();
  private final List<HeaderField> headers = new ArrayList<>();
  private byte[] text = {};
  private int headersFrom;
  private int headersTo;
  private boolean headersRead;
  private boolean hasPath;
  private String user = "";

  /** Why a member is invalid although the line is valid JSON. */
  private @Nullable String memberProblem;

  @Override
  @Nullable String read(byte[] line, int from, int to) {
    text = line;
    method = "GET";
    remote = "";
    user = "";
    status = DEFAULT_STATUS;
    micros = LogTime.INVALID;
    hasPath = false;
    headersFrom = 0;
    headersTo = 0;
    headersRead = false;
    memberProblem = null;
    json.start(line, from, to);
    json.expect('{');
    boolean more = !json.isBroken() && !json.skipIf('}');
    while (more) {
      json.readName();
      member();
      more = json.hasMore('}');
    }
    if (json.isBroken() || !json.isAtEnd()) {
      return NOT_JSON;
    }
    if (memberProblem == null && micros == LogTime.INVALID) {
      return "the member `t` is missing";
    }
    return memberProblem != null ? memberProblem : hasPath ? null : "the member `path` is missing";
  }

  private void member() {
    if (json.isBroken()) {
      return;
    }
    if (json.is("t")) {
      json.readValue();
      takeTime();
    } else if (json.is("path")) {
      json.readValue();
      takePath(/* escaped= */ json.hasEscapes());
    } else if (json.is("ip")) {
      json.readValue();
      remote = textOrEmpty();
    } else if (json.is("method")) {
      json.readValue();
      takeMethod();
    } else if (json.is("user")) {
      json.readValue();
      user = textOrEmpty();
    } else if (json.is("status")) {
      json.readValue();
      takeStatus();
    } else if (json.is("headers")) {
      json.readValue();
      takeHeaders();
    } else {
      json.readValue();
    }
  }

  private void takeTime() {
    int point = json.valueStart();
    while (point < json.valueEnd() && text[point] != '.') {
      point++;
    }
    long millis = LogDigits.number(text, json.valueStart(), point);
    long parts = 0;
    if (point < json.valueEnd()) {
      int end = Math.min(json.valueEnd(), point + 4);
      parts = LogDigits.number(text, point + 1, end);
      for (int digits = end - point - 1; digits < 3; digits++) {
        parts *= 10;
      }
    }
    if (millis < 0 || parts < 0 || millis > LAST_MICROS / MILLI_MICROS) {
      memberProblem = "`t` is not a time in milliseconds since 1970";
    } else {
      micros = millis * MILLI_MICROS + parts;
    }
  }

  private void takePath(boolean escaped) {
    byte[] plain = escaped ? json.valueBytes() : text;
    hasPath =
        json.isScalar()
            && target(
                plain, escaped ? 0 : json.valueStart(), escaped ? plain.length : json.valueEnd());
    memberProblem = hasPath || json.isNull() ? memberProblem : "`path` is not a path";
  }

  private void takeMethod() {
    if (json.isNull()) {
      return;
    }
    if (json.isScalar() && isMethod(text, json.valueStart(), json.valueEnd())) {
      method = method(text, json.valueStart(), json.valueEnd());
    } else {
      memberProblem = "`method` is not an HTTP method";
    }
  }

  private void takeStatus() {
    if (json.isNull()) {
      return;
    }
    long number =
        json.valueEnd() - json.valueStart() == 3
            ? LogDigits.number(text, json.valueStart(), json.valueEnd())
            : -1;
    if (number < 0) {
      memberProblem = "`status` is not an HTTP status";
    } else {
      status = (int) number;
    }
  }

  private void takeHeaders() {
    if (json.isObject()) {
      headersFrom = json.valueStart();
      headersTo = json.valueEnd();
    } else if (!json.isNull()) {
      memberProblem = "`headers` is not an object";
    }
  }

  /** The value as text. Servers write a dash for a missing value. */
  private String textOrEmpty() {
    return !json.isScalar() || json.is("-") ? "" : json.valueText();
  }

  @Override
  public @Nullable String user() {
    return user.isEmpty() ? null : user;
  }

  @Override
  @Nullable String field(String name, boolean all) {
    if (headersFrom == headersTo) {
      return null;
    }
    if (!headersRead) {
      headersRead = true;
      readHeaders();
    }
    String found = null;
    for (int i = 0; i < headers.size(); i++) {
      HeaderField header = headers.get(i);
      if (header.name().equalsIgnoreCase(name)) {
        found = found == null ? header.value() : found + "," + header.value();
        if (!all) {
          return found;
        }
      }
    }
    return found;
  }

  private void readHeaders() {
    headers.clear();
    json.start(text, headersFrom, headersTo);
    json.expect('{');
    boolean more = !json.skipIf('}');
    while (more) {
      json.readName();
      String name = json.valueText();
      json.readValue();
      if (!json.isBroken() && json.isScalar()) {
        headers.add(new HeaderField(name, json.valueText()));
      } else if (json.isArray()) {
        readHeaderLines(name, json.valueStart(), json.valueEnd());
      }
      more = json.hasMore('}');
    }
  }

  /** Reads a header that has several lines, which the log has as an array. */
  private void readHeaderLines(String name, int from, int end) {
    JsonReader lines = JsonReader.lenient();
    lines.start(text, from, end);
    lines.expect('[');
    boolean more = !lines.skipIf(']');
    while (more) {
      lines.readValue();
      if (!lines.isBroken() && lines.isScalar()) {
        headers.add(new HeaderField(name, lines.valueText()));
      }
      more = lines.hasMore(']');
    }
  }
}
