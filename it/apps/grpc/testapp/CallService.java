package testapp;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The methods of the server. */
final class CallService {
  private static final String SERVICE = "test.Calls";
  private static final Context.Key<String> SEEN = Context.key("seen");
  private static final Context.Key<String> ATTEMPTS_BEFORE = Context.key("attempts before");
  private static final Queue<Long> ADMITTED = new ArrayDeque<>();
  private static final ScheduledExecutorService TIMER =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            var thread = new Thread(work, "timer");
            thread.setDaemon(true);
            return thread;
          });

  private CallService() {}

  /** The description of a method, whose type follows from its name. */
  static MethodDescriptor<byte[], byte[]> method(String name) {
    MethodType type =
        switch (name) {
          case "Upload" -> MethodType.CLIENT_STREAMING;
          case "Download" -> MethodType.SERVER_STREAMING;
          case "Chat" -> MethodType.BIDI_STREAMING;
          default -> MethodType.UNARY;
        };
    return MethodDescriptor.newBuilder(Bytes.MARSHALLER, Bytes.MARSHALLER)
        .setType(type)
        .setFullMethodName(MethodDescriptor.generateFullMethodName(SERVICE, name))
        .build();
  }

  static ServerServiceDefinition definition() {
    var methods =
        ServerServiceDefinition.builder(SERVICE)
            .addMethod(method("Echo"), ServerCalls.asyncUnaryCall(CallService::echo))
            .addMethod(method("Hold"), ServerCalls.asyncUnaryCall(CallService::hold))
            .addMethod(method("Limited"), ServerCalls.asyncUnaryCall(CallService::limited))
            .addMethod(method("Busy"), ServerCalls.asyncUnaryCall(CallService::busy))
            .addMethod(method("Flaky"), ServerCalls.asyncUnaryCall(CallService::flaky))
            .addMethod(method("Fail"), ServerCalls.asyncUnaryCall(CallService::fail))
            .addMethod(method("Seen"), ServerCalls.asyncUnaryCall(CallService::seen))
            .addMethod(method("Upload"), ServerCalls.asyncClientStreamingCall(Upload::new))
            .addMethod(
                method("Download"), ServerCalls.asyncServerStreamingCall(CallService::download))
            .addMethod(method("Chat"), ServerCalls.asyncBidiStreamingCall(Chat::new))
            .build();
    // One object for all calls, as applications do.
    var headers = new Metadata();
    headers.put(Metadata.Key.of("app-header", Metadata.ASCII_STRING_MARSHALLER), "1");
    return ServerInterceptors.intercept(
        methods, new SeenInterceptor(), MetadataUtils.newAttachMetadataServerInterceptor(headers));
  }

  private static void echo(byte[] message, StreamObserver<byte[]> response) {
    respond(response, AppRuntime.countHandler(new String(message, UTF_8)));
  }

  private static void hold(byte[] millis, StreamObserver<byte[]> response) {
    String text = AppRuntime.countHandler(new String(millis, UTF_8));
    TIMER.schedule(() -> respond(response, text), Long.parseLong(text), TimeUnit.MILLISECONDS);
  }

  private static void fail(byte[] code, StreamObserver<byte[]> response) {
    int value = Integer.parseInt(AppRuntime.countHandler(new String(code, UTF_8)));
    response.onError(Status.fromCodeValue(value).withDescription("wanted").asRuntimeException());
  }

  /** Permits 20 calls in any second; responds with the time of the call. */
  private static void limited(byte[] message, StreamObserver<byte[]> response) {
    long now = System.nanoTime();
    boolean permitted;
    synchronized (ADMITTED) {
      while (!ADMITTED.isEmpty() && now - ADMITTED.peek() >= TimeUnit.SECONDS.toNanos(1)) {
        ADMITTED.remove();
      }
      permitted = ADMITTED.size() < 20;
      if (permitted) {
        ADMITTED.add(now);
      }
    }
    if (permitted) {
      respond(response, Long.toString(now));
    } else {
      response.onError(Status.RESOURCE_EXHAUSTED.asRuntimeException());
    }
  }

  /** Tells the client to wait, in the form that the message names; succeeds for other messages. */
  private static void busy(byte[] message, StreamObserver<byte[]> response) {
    var trailers = new Metadata();
    switch (new String(message, UTF_8)) {
      case "pushback" ->
          trailers.put(
              Metadata.Key.of("grpc-retry-pushback-ms", Metadata.ASCII_STRING_MARSHALLER), "900");
      case "retry-info" ->
          // RetryInfo { retry_delay { seconds: 1 } }
          trailers.put(
              Metadata.Key.of("google.rpc.retryinfo-bin", Metadata.BINARY_BYTE_MARSHALLER),
              new byte[] {0x0a, 0x02, 0x08, 0x01});
      default -> {
        respond(response, "done");
        return;
      }
    }
    response.onError(Status.RESOURCE_EXHAUSTED.asRuntimeException(trailers));
  }

  /** Succeeds with the third attempt. */
  private static void flaky(byte[] message, StreamObserver<byte[]> response) {
    AppRuntime.countHandler("");
    if ("2".equals(ATTEMPTS_BEFORE.get())) {
      respond(response, "done");
    } else {
      response.onError(Status.UNAVAILABLE.asRuntimeException());
    }
  }

  private static void seen(byte[] message, StreamObserver<byte[]> response) {
    respond(response, AppRuntime.countHandler(SEEN.get()));
  }

  private static void respond(StreamObserver<byte[]> response, String text) {
    response.onNext(text.getBytes(UTF_8));
    response.onCompleted();
  }

  private static void download(byte[] count, StreamObserver<byte[]> response) {
    int messages = Integer.parseInt(AppRuntime.countHandler(new String(count, UTF_8)));
    for (int n = 0; n < messages; n++) {
      response.onNext(Content.bytes());
    }
    response.onCompleted();
  }

  /** Responds with all messages in one. */
  private static final class Upload implements StreamObserver<byte[]> {
    private final ByteArrayOutputStream all = new ByteArrayOutputStream();
    private final StreamObserver<byte[]> response;

    Upload(StreamObserver<byte[]> response) {
      this.response = response;
      AppRuntime.countHandler("");
    }

    @Override
    public void onNext(byte[] message) {
      all.writeBytes(message);
    }

    @Override
    public void onError(Throwable canceled) {}

    @Override
    public void onCompleted() {
      response.onNext(all.toByteArray());
      response.onCompleted();
    }
  }

  /** Responds to each message with its number and the message. */
  private static final class Chat implements StreamObserver<byte[]> {
    private final StreamObserver<byte[]> response;
    private int number;

    Chat(StreamObserver<byte[]> response) {
      this.response = response;
      AppRuntime.countHandler("");
    }

    @Override
    public void onNext(byte[] message) {
      number++;
      response.onNext((number + ":" + new String(message, UTF_8)).getBytes(UTF_8));
    }

    @Override
    public void onError(Throwable canceled) {}

    @Override
    public void onCompleted() {
      response.onCompleted();
    }
  }

  /** Keeps what the application reads of a call besides its messages. */
  private static final class SeenInterceptor implements ServerInterceptor {
    private static final Metadata.Key<String> KEY =
        Metadata.Key.of("x-key", Metadata.ASCII_STRING_MARSHALLER);
    private static final Metadata.Key<String> ATTEMPTS =
        Metadata.Key.of("grpc-previous-rpc-attempts", Metadata.ASCII_STRING_MARSHALLER);

    @Override
    public <Q, S> ServerCall.Listener<Q> interceptCall(
        ServerCall<Q, S> call, Metadata headers, ServerCallHandler<Q, S> next) {
      var text = new StringBuilder();
      Consumer<Object> part = value -> text.append(value).append(' ');
      part.accept(call.getMethodDescriptor().getFullMethodName());
      part.accept(call.getAuthority().replaceFirst(":.*", ""));
      part.accept(headers.get(KEY));
      part.accept(call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR) != null);
      part.accept(Context.current().getDeadline() != null);
      return Contexts.interceptCall(
          Context.current()
              .withValues(SEEN, text.toString(), ATTEMPTS_BEFORE, headers.get(ATTEMPTS)),
          call,
          headers,
          next);
    }
  }
}
