package okhttp3;

import java.io.IOException;

/** A fake of OkHttp's interface of this name. */
public interface Callback {
  void onFailure(Call call, IOException cause);

  void onResponse(Call call, Response response) throws IOException;
}
