package okhttp3;

/** What OkHttp calls so. */
public interface Call {
  Request request();

  void enqueue(Callback callback);

  void cancel();

  boolean isCanceled();

  boolean isExecuted();
}
