package testapp.calls;

import java.util.concurrent.Future;

/** An asynchronous client without a blocking method; the application waits for its future. */
public interface AsyncClient extends Client {
  @Override
  default Reply call(Call call) throws Exception {
    return start(call).get();
  }

  @Override
  Future<Reply> start(Call call) throws Exception;
}
