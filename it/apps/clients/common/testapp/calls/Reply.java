package testapp.calls;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;

/** The status and body of a response. */
public record Reply(int status, String text) {
  public static Reply of(int status, String text) {
    return new Reply(status, text == null ? "" : text);
  }

  /** Reads the body as text, or counts its lines if it is streamed. */
  public static Reply read(Call call, int status, InputStream body) throws IOException {
    if (body == null) {
      return of(status, "");
    }
    try (body) {
      return call.streamed()
          ? of(status, lines(body) + " lines")
          : of(status, new String(body.readAllBytes(), UTF_8));
    }
  }

  /** Creates a reply from a body that arrived in pieces. */
  public static Reply joined(Call call, int status, String text) {
    return call.streamed() ? of(status, text.lines().count() + " lines") : of(status, text);
  }

  @Override
  public String toString() {
    return (status + " " + text).strip();
  }

  private static int lines(InputStream body) throws IOException {
    var reader = new BufferedReader(new InputStreamReader(body, UTF_8));
    int lines = 0;
    while (reader.readLine() != null) {
      lines++;
    }
    return lines;
  }
}
