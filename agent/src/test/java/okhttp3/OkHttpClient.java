package okhttp3;

/** A fake of OkHttp's class of this name. */
public record OkHttpClient(Dispatcher dispatcher) {}
