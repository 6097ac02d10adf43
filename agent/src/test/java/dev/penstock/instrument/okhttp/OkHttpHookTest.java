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
  private final RecordedPermit departure = new RecordedPermit(events);
  private final Dispatcher dispatcher = new Dispatcher(new NotedExecutor());
  private final RealCall call = new RealCall(new OkHttpClient(dispatcher), events);
  private final Callback callback = new NotedCallback();

  @Test
  void readsWhatACallAsksFor() {
    OutboundCall call = outgoing("execute");

    assertThat(call).hasToString("GET https://api.example:443/v1/items?page=2");
    assertThat(call.header("Accept")).isEqualTo("b");
    assertThat(call.headerLines("Accept")).isEqualTo("a, b");
  }

  @Test
  void handsAHeldCallToTheLibraryAtItsTurn() {
    outgoing("enqueue", callback).suspend(departure);
    assertThat(events).isEmpty();

    departure.start();
    assertThat(events).containsExactly("enqueued");
  }

  @Test
  void hearsOfTheAnswerBeforeTheApplicationDoes() throws IOException {
    Object[] arguments =
        outgoing("enqueue", callback).arguments(new Object[] {callback}, departure);

    ((Callback) arguments[0]).onResponse(call, new Response(429, List.of("1", "2")));
    assertThat(events).containsExactly("responded 429 1, 2", "closed", "response 429");
  }

  @Test
  void letsACancelledCallFailInTheLibraryAtOnceAndOnlyOnce() {
    outgoing("enqueue", callback).suspend(departure);

    assertThat(hook.outboundCall("cancel", call, NONE)).isNull();
    departure.start();
    assertThat(events)
        .containsExactly("cancelled", "permit cancelled", "enqueued cancelled", "closed");
    assertThat(call.callback()).isSameAs(callback);
  }

  @Test
  void letsACallGoThatWasCancelledWhileItCame() {
    OutboundCall held = outgoing("enqueue", callback);
    call.cancel();

    held.suspend(departure);
    assertThat(events).containsExactly("cancelled", "permit cancelled", "enqueued cancelled");
  }

  @Test
  void tellsOfARefusalOnAThreadOfTheDispatcher() throws IOException {
    outgoing("enqueue", callback).reject(new IOException("too many"));

    assertThat(events).containsExactly("elsewhere", "failed: too many");
  }

  @Test
  void tellsOfALateRefusalToo() {
    outgoing("enqueue", callback).suspend(departure);

    departure.reject(new IOException("too late"));
    assertThat(events).containsExactly("elsewhere", "failed: too late");
    assertThat(call.isExecuted()).isFalse();
  }

  @Test
  void wakesAThreadWhoseCallIsCancelled() {
    outgoing("execute").beforeWait(departure);

    assertThat(hook.outboundCall("cancel", call, NONE)).isNull();
    assertThat(events).containsExactly("cancelled", "permit cancelled");
  }

  @Test
  void leavesACallAloneThatNoLongerWaits() {
    OutboundCall call = outgoing("execute");
    call.beforeWait(departure);
    call.arguments(NONE, departure);

    assertThat(hook.outboundCall("cancel", call, NONE)).isNull();
    assertThat(events).isEmpty();
  }

  @Test
  void cancelsAllHeldCallsOfADispatcher() {
    outgoing("enqueue", callback).suspend(departure);

    hook.outboundCall("cancelAll", new Dispatcher(new NotedExecutor()), NONE);
    assertThat(events).isEmpty();
    hook.outboundCall("cancelAll", dispatcher, NONE);
    assertThat(events).containsExactly("cancelled", "permit cancelled", "enqueued cancelled");
  }

  @Test
  void saysOfAHeldCallThatItWasMade() {
    assertThat(hook.outboundCall("isExecuted", call, NONE)).isNull();

    outgoing("enqueue", callback).suspend(departure);
    OutboundCall asked = outgoing("isExecuted");
    assertThat(asked.earlierPermit()).isNotNull();
    assertThat(asked.returned(false, departure)).isEqualTo(true);
  }

  @Test
  void doesNotJudgeACallThatTheLibraryWillNotMake() {
    call.cancel();

    assertThat(hook.outboundCall("execute", call, NONE)).isNull();
  }

  private OutboundCall outgoing(String method, Object... arguments) {
    return requireNonNull(hook.outboundCall(method, call, arguments));
  }

  /** A callback of the application's. */
  private final class NotedCallback implements Callback {
    @Override
    public void onFailure(Call failed, IOException why) {
      events.add("failed: " + why.getMessage());
    }

    @Override
    public void onResponse(Call answered, Response response) {
      events.add("response " + response.code());
    }
  }

  /** The threads of a dispatcher. */
  private final class NotedExecutor extends AbstractExecutorService {
    @Override
    public void execute(Runnable work) {
      events.add("elsewhere");
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
