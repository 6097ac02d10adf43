package okhttp3;

/** What OkHttp calls so. */
public record HttpUrl(
    String scheme, String host, int port, String encodedPath, String encodedQuery) {}
