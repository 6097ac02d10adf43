package okhttp3;

import java.util.List;

/** A fake of OkHttp's class of this name. */
public record Response(int code, List<String> lines) {
  public List<String> headers(String name) {
    return lines;
  }
}
