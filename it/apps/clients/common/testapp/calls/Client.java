package testapp.calls;

import java.util.concurrent.Future;

/** An HTTP client under test. */
public interface Client {
  /** The name of the client in commands. */
  String name();

  /** Makes a call and waits for the response. Throws the exceptions of the client. */
  Reply call(Call call) throws Exception;

  /** Starts a call without waiting. Cancelling the future cancels the call. */
  default Future<Reply> start(Call call) throws Exception {
    throw new UnsupportedCallException();
  }
}
