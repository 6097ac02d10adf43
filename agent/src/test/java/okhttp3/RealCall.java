package okhttp3;

import java.util.List;

/** A fake call that records how it is used. */
public final class RealCall implements Call {
  private final OkHttpClient client;
  private final List<String> events;
  private Callback callback;
  private boolean canceled;

  public RealCall(OkHttpClient client, List<String> events) {
    this.client = client;
    this.events = events;
  }

  @Override
  public Request request() {
    HttpUrl url = new HttpUrl("https", "api.example", 443, "/v1/items", "page=2");
    return new Request("GET", url, List.of("a", "b"));
  }

  @Override
  public void enqueue(Callback newCallback) {
    if (callback != null) {
      throw new IllegalStateException("Already Executed");
    }
    callback = newCallback;
    events.add(canceled ? "enqueued cancelled" : "enqueued");
  }

  /** The callback with which the call was enqueued. */
  public Callback callback() {
    return callback;
  }

  @Override
  public void cancel() {
    canceled = true;
    events.add("cancelled");
  }

  @Override
  public boolean isCanceled() {
    return canceled;
  }

  @Override
  public boolean isExecuted() {
    return callback != null;
  }

  public OkHttpClient client() {
    return client;
  }
}
