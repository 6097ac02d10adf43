package testapp.calls;

import java.util.concurrent.Future;

/** An HTTP client as an application uses it; what it does not have, it does not offer. */
public interface Client {
  /** How commands name it. */
  String name();

  /** Calls and waits for the answer; fails as the client does. */
  Reply call(Call call) throws Exception;

  /** Calls without waiting; to cancel the future is to cancel the call. */
  default Future<Reply> start(Call call) throws Exception {
    throw new NotOffered();
  }
}
