package okhttp3;

/** A fake of OkHttp's class of this name. */
public record HttpUrl(
    String scheme, String host, int port, String encodedPath, String encodedQuery) {}
