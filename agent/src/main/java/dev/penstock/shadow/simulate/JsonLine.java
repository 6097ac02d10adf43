package dev.penstock.shadow.simulate;

import dev.penstock.http.HeaderField;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A line such as {@code {"t": 1700000000000, "path": "/a?b=c", "method": "GET", "ip": "1.2.3.4",
 * "user": "u7", "headers": {"X-API-Key": "k"}, "status": 200}}; all but the time and the path may
 * be missing, and there may be more.
 */
final class JsonLine extends LogLine {
  private static final long MILLI_MICROS = 1_000;
  private static final String NOT_JSON = "not an object of JSON";

  private final JsonLineReader json = new JsonLineReader();
  private final List<HeaderField> headers = new ArrayList<>();
  private byte[] text = {};
  private int headersFrom;
  private int headersTo;
  private boolean headersRead;
  private boolean hasPath;
  private String user = "";

  /** What is wrong with a member, though the line holds together. */
  private @Nullable String wrong;

  @Override
  @Nullable String read(byte[] line, int from, int to) {
    text = line;
    method = "GET";
    remote = "";
    user = "";
    status = USUAL_STATUS;
    micros = LogTime.UNREADABLE;
    hasPath = false;
    headersFrom = 0;
    headersTo = 0;
    headersRead = false;
    wrong = null;
    json.start(line, from, to);
    json.need('{');
    boolean more = !json.isBroken() && !json.take('}');
    while (more) {
      json.name();
      member();
      more = json.more('}');
    }
    if (json.isBroken() || !json.isAtEnd()) {
      return NOT_JSON;
    }
    if (wrong == null && micros == LogTime.UNREADABLE) {
      return "it has no `t`";
    }
    return wrong != null ? wrong : hasPath ? null : "it has no `path`";
  }

  private void member() {
    if (json.isBroken()) {
      return;
    }
    if (json.is("t")) {
      json.value();
      takeTime();
    } else if (json.is("path")) {
      json.value();
      takePath(/* escaped= */ json.isEscaped());
    } else if (json.is("ip")) {
      json.value();
      remote = textOrNothing();
    } else if (json.is("method")) {
      json.value();
      takeMethod();
    } else if (json.is("user")) {
      json.value();
      user = textOrNothing();
    } else if (json.is("status")) {
      json.value();
      takeStatus();
    } else if (json.is("headers")) {
      json.value();
      takeHeaders();
    } else {
      json.value();
    }
  }

  private void takeTime() {
    int point = json.from();
    while (point < json.end() && text[point] != '.') {
      point++;
    }
    long millis = LogDigits.number(text, json.from(), point);
    long parts = 0;
    if (point < json.end()) {
      int end = Math.min(json.end(), point + 4);
      parts = LogDigits.number(text, point + 1, end);
      for (int digits = end - point - 1; digits < 3; digits++) {
        parts *= 10;
      }
    }
    if (millis < 0 || parts < 0 || millis > LAST_MICROS / MILLI_MICROS) {
      wrong = "`t` is not a time in milliseconds since 1970";
    } else {
      micros = millis * MILLI_MICROS + parts;
    }
  }

  private void takePath(boolean escaped) {
    byte[] plain = escaped ? json.plain() : text;
    hasPath =
        json.isText()
            && target(plain, escaped ? 0 : json.from(), escaped ? plain.length : json.end());
    wrong = hasPath || json.isNull() ? wrong : "`path` is not a path";
  }

  private void takeMethod() {
    if (json.isNull()) {
      return;
    }
    if (json.isText() && isMethod(text, json.from(), json.end())) {
      method = method(text, json.from(), json.end());
    } else {
      wrong = "`method` is not one of HTTP";
    }
  }

  private void takeStatus() {
    if (json.isNull()) {
      return;
    }
    long number =
        json.end() - json.from() == 3 ? LogDigits.number(text, json.from(), json.end()) : -1;
    if (number < 0) {
      wrong = "`status` is not one of HTTP";
    } else {
      status = (int) number;
    }
  }

  private void takeHeaders() {
    if (json.isObject()) {
      headersFrom = json.from();
      headersTo = json.end();
    } else if (!json.isNull()) {
      wrong = "`headers` is not an object";
    }
  }

  /** A dash is what servers write for nothing. */
  private String textOrNothing() {
    return !json.isText() || json.is("-") ? "" : json.asText();
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
    json.need('{');
    boolean more = !json.take('}');
    while (more) {
      json.name();
      String name = json.asText();
      json.value();
      if (!json.isBroken() && json.isText()) {
        headers.add(new HeaderField(name, json.asText()));
      } else if (json.isArray()) {
        readLines(name, json.from(), json.end());
      }
      more = json.more('}');
    }
  }

  /** Several lines of one header. */
  private void readLines(String name, int from, int end) {
    JsonLineReader lines = new JsonLineReader();
    lines.start(text, from, end);
    lines.need('[');
    boolean more = !lines.take(']');
    while (more) {
      lines.value();
      if (!lines.isBroken() && lines.isText()) {
        headers.add(new HeaderField(name, lines.asText()));
      }
      more = lines.more(']');
    }
  }
}
