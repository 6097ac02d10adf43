package okhttp3;

/** A fake of OkHttp's interface of this name. */
public interface Call {
  Request request();

  void enqueue(Callback callback);

  void cancel();

  boolean isCanceled();

  boolean isExecuted();
}
