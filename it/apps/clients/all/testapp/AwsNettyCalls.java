package testapp;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import software.amazon.awssdk.http.Protocol;
import software.amazon.awssdk.http.ProtocolNegotiation;
import software.amazon.awssdk.http.SdkHttpFullRequest;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.http.async.AsyncExecuteRequest;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.http.async.SdkAsyncHttpResponseHandler;
import software.amazon.awssdk.http.async.SdkHttpContentPublisher;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import testapp.calls.AsyncClient;
import testapp.calls.Call;
import testapp.calls.ClientCache;
import testapp.calls.Options;
import testapp.calls.Reply;
import testapp.calls.ReplyFuture;

/** The asynchronous client of the AWS SDK, used like in the SDK. */
final class AwsNettyCalls implements AsyncClient {
  private final ClientCache<SdkAsyncHttpClient> clients = new ClientCache<>(AwsNettyCalls::client);

  private static SdkAsyncHttpClient client(Options options) {
    NettyNioAsyncHttpClient.Builder builder =
        NettyNioAsyncHttpClient.builder()
            .readTimeout(options.timeout())
            .maxConcurrency(Apache5Calls.CONNECTIONS);
    return options.http2()
        ? builder.protocol(Protocol.HTTP2).protocolNegotiation(ProtocolNegotiation.ALPN).build()
        : builder.build();
  }

  @Override
  public String name() {
    return "aws-netty";
  }

  @Override
  public Future<Reply> start(Call call) {
    SdkHttpFullRequest request = AwsCalls.request(call);
    var body = new Body();
    CompletableFuture<Void> end =
        clients
            .with(call.options())
            .execute(
                AsyncExecuteRequest.builder()
                    .request(request)
                    .requestContentPublisher(new Content(call.body()))
                    .responseHandler(body)
                    .build());
    return new ReplyFuture<>(end, ended -> body.reply(call));
  }

  /** The body of a POST request. */
  private record Content(String text) implements SdkHttpContentPublisher {
    @Override
    public Optional<Long> contentLength() {
      return Optional.of((long) text.getBytes(UTF_8).length);
    }

    @Override
    public void subscribe(Subscriber<? super ByteBuffer> subscriber) {
      Mono.just(ByteBuffer.wrap(text.getBytes(UTF_8))).subscribe(subscriber);
    }
  }

  /** Collects the pieces of a response body. */
  private static final class Body implements SdkAsyncHttpResponseHandler {
    private final CompletableFuture<String> text = new CompletableFuture<>();
    private volatile int status;

    Reply reply(Call call) throws Exception {
      return Reply.joined(call, status, text.get());
    }

    @Override
    public void onHeaders(SdkHttpResponse response) {
      status = response.statusCode();
    }

    @Override
    public void onStream(Publisher<ByteBuffer> stream) {
      Flux.from(stream)
          .map(piece -> UTF_8.decode(piece).toString())
          .collectList()
          .subscribe(pieces -> text.complete(String.join("", pieces)), text::completeExceptionally);
    }

    @Override
    public void onError(Throwable failure) {
      text.completeExceptionally(failure);
    }
  }
}
