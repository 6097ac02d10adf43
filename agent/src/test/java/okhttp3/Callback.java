package okhttp3;

import java.io.IOException;

/** What OkHttp calls so. */
public interface Callback {
  void onFailure(Call call, IOException why);

  void onResponse(Call call, Response response) throws IOException;
}
