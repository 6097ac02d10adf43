package okhttp3;

import java.util.List;

/** What OkHttp calls so. */
public record Response(int code, List<String> lines) {
  public List<String> headers(String name) {
    return lines;
  }
}
