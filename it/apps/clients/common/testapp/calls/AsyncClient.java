package testapp.calls;

import java.util.concurrent.Future;

/** A client that has no way to call and wait, so that the application does the waiting. */
public interface AsyncClient extends Client {
  @Override
  default Reply call(Call call) throws Exception {
    return start(call).get();
  }

  @Override
  Future<Reply> start(Call call) throws Exception;
}
