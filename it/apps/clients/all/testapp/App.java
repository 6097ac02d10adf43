package testapp;

import java.io.IOException;
import java.util.List;
import testapp.calls.Commands;

/** Makes calls with the client that a command names. */
public final class App {
  private App() {}

  public static void main(String[] args) throws IOException {
    new Commands(
            List.of(
                new UrlConnectionCalls(),
                new JdkCalls(),
                new Apache4Calls(),
                new Apache4AsyncCalls(),
                new Apache5Calls(),
                new Apache5AsyncCalls(),
                new OkHttpCalls(),
                new ReactorNettyCalls(),
                new JettyCalls(),
                new JettyConnectionCalls(),
                new VertxCalls(),
                new VertxWebClientCalls(),
                new AsyncHttpClientCalls(),
                new PekkoCalls(),
                RestTemplateCalls.onUrlConnection(),
                RestTemplateCalls.onApache5(),
                new RestClientCalls(),
                new WebClientCalls(),
                FeignCalls.onUrlConnection(),
                FeignCalls.onOkHttp(),
                new RetrofitCalls(),
                AwsCalls.onApache4(),
                AwsCalls.onUrlConnection(),
                new AwsNettyCalls()))
        .run();
  }
}
