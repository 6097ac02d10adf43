package dev.penstock.instrument.okhttp;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.http.OutboundCall;
import dev.penstock.instrument.RecordedPermit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.Dispatcher;
import okhttp3.OkHttpClient;
import okhttp3.RealCall;
import okhttp3.Response;
import org.junit.jupiter.api.Test;

class OkHttpHookTest {
  private static final Object[] NONE = {};

  private final List<String> events = new ArrayList<>();
  private final OkHttpHook hook = new OkHttpHook(new OkHttpCalls());
  private final RecordedPermit permit = new RecordedPermit(events);
  private final Dispatcher dispatcher = new Dispatcher(new RecordingExecutor());
  private final RealCall call = new RealCall(new OkHttpClient(dispatcher), events);
  private final Callback callback = new RecordingCallback();

  @Test
  void readsTheRequestOfACall() {
    OutboundCall call = outboundCall("execute");

    assertThat(call).hasToString("GET https://api.example:443/v1/items?page=2");
    assertThat(call.header("Accept")).isEqualTo("b");
    assertThat(call.headerLines("Accept")).isEqualTo("a, b");
  }

  @Test
  void enqueuesAWaitingCallAtItsTurn() {
    outboundCall("enqueue", callback).suspend(permit);
    assertThat(events).isEmpty();

    permit.start();
    assertThat(events).containsExactly("enqueued");
  }

  @Test
  void readsTheResponseBeforeTheApplication() throws IOException {
    Object[] arguments =
        outboundCall("enqueue", callback).arguments(new Object[] {callback}, permit);

    ((Callback) arguments[0]).onResponse(call, new Response(429, List.of("1", "2")));
    assertThat(events).containsExactly("responded 429 1, 2", "closed", "response 429");
  }

  @Test
  void enqueuesACancelledCallOnceSoThatTheLibraryFailsIt() {
    outboundCall("enqueue", callback).suspend(permit);

    assertThat(hook.outboundCall("cancel", call, NONE)).isNull();
    permit.start();
    assertThat(events)
        .containsExactly("cancelled", "permit cancelled", "enqueued cancelled", "closed");
    assertThat(call.callback()).isSameAs(callback);
  }

  @Test
  void doesNotHoldACallThatIsAlreadyCancelled() {
    OutboundCall held = outboundCall("enqueue", callback);
    call.cancel();

    held.suspend(permit);
    assertThat(events).containsExactly("cancelled", "permit cancelled", "enqueued cancelled");
  }

  @Test
  void reportsARejectionOnAThreadOfTheDispatcher() throws IOException {
    outboundCall("enqueue", callback).reject(new IOException("too many"));

    assertThat(events).containsExactly("dispatcher thread", "failed: too many");
  }

  @Test
  void reportsALateRejectionOnAThreadOfTheDispatcher() {
    outboundCall("enqueue", callback).suspend(permit);

    permit.reject(new IOException("too late"));
    assertThat(events).containsExactly("dispatcher thread", "failed: too late");
    assertThat(call.isExecuted()).isFalse();
  }

  @Test
  void cancelsThePermitOfABlockedCallThatIsCancelled() {
    outboundCall("execute").beforeWait(permit);

    assertThat(hook.outboundCall("cancel", call, NONE)).isNull();
    assertThat(events).containsExactly("cancelled", "permit cancelled");
  }

  @Test
  void ignoresTheCancellationOfACallThatNoLongerWaits() {
    OutboundCall call = outboundCall("execute");
    call.beforeWait(permit);
    call.arguments(NONE, permit);

    assertThat(hook.outboundCall("cancel", call, NONE)).isNull();
    assertThat(events).isEmpty();
  }

  @Test
  void cancelsAllWaitingCallsOfADispatcher() {
    outboundCall("enqueue", callback).suspend(permit);

    hook.outboundCall("cancelAll", new Dispatcher(new RecordingExecutor()), NONE);
    assertThat(events).isEmpty();
    hook.outboundCall("cancelAll", dispatcher, NONE);
    assertThat(events).containsExactly("cancelled", "permit cancelled", "enqueued cancelled");
  }

  @Test
  void reportsAWaitingCallAsExecuted() {
    assertThat(hook.outboundCall("isExecuted", call, NONE)).isNull();

    outboundCall("enqueue", callback).suspend(permit);
    OutboundCall query = outboundCall("isExecuted");
    assertThat(query.earlierPermit()).isNotNull();
    assertThat(query.returned(false, permit)).isEqualTo(true);
  }

  @Test
  void doesNotDecideACancelledCall() {
    call.cancel();

    assertThat(hook.outboundCall("execute", call, NONE)).isNull();
  }

  private OutboundCall outboundCall(String method, Object... arguments) {
    return requireNonNull(hook.outboundCall(method, call, arguments));
  }

  /** A callback of the application that records its calls. */
  private final class RecordingCallback implements Callback {
    @Override
    public void onFailure(Call failed, IOException cause) {
      events.add("failed: " + cause.getMessage());
    }

    @Override
    public void onResponse(Call call, Response response) {
      events.add("response " + response.code());
    }
  }

  /** The executor of a dispatcher; it records each task and runs it at once. */
  private final class RecordingExecutor extends AbstractExecutorService {
    @Override
    public void execute(Runnable work) {
      events.add("dispatcher thread");
      work.run();
    }

    @Override
    public void shutdown() {}

    @Override
    public List<Runnable> shutdownNow() {
      return List.of();
    }

    @Override
    public boolean isShutdown() {
      return false;
    }

    @Override
    public boolean isTerminated() {
      return false;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
      return true;
    }
  }
}
