package okhttp3;

import java.util.List;

/** A fake of OkHttp's class of this name. */
public record Request(String method, HttpUrl url, List<String> lines) {
  public String header(String name) {
    return lines.isEmpty() ? null : lines.get(lines.size() - 1);
  }

  public List<String> headers(String name) {
    return lines;
  }
}
