package okhttp3;

/** What OkHttp calls so. */
public record OkHttpClient(Dispatcher dispatcher) {}
