package dev.penstock.instrument.ktor;

import dev.penstock.bootstrap.Gate;
import dev.penstock.http.HeaderField;
import dev.penstock.http.Milestone;
import dev.penstock.http.RawPath;
import dev.penstock.http.RejectionResponse;
import dev.penstock.instrument.server.EventLoopExchange;
import dev.penstock.instrument.server.GateResult;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A call of Ktor, from its arrival to the end of its response. */
final class KtorExchange extends EventLoopExchange {
  /*
   * Header fields of a response cannot be replaced. If rules are left for the route, the fields
   * wait here until the response is sent.
   */
  private static final int NOT_FOUND = 404;
  private static final int SERVER_ERROR = 500;

  private final KtorApi api;
  private final Object call;
  private final List<HeaderField> fields = new ArrayList<>(5);
  private @Nullable KtorStage stage;
  private boolean hasEnd;
  private boolean fieldsWait;
  private volatile int status = SERVER_ERROR;

  KtorExchange(KtorApi api, Object call) {
    super(api.requests(), call);
    this.api = api;
    this.call = call;
  }

  /** Asks the gate, and continues, responds or suspends. */
  @Nullable Object pass(KtorStage newStage) throws Throwable {
    stage = newStage;
    return step(/* known= */ null);
  }

  private @Nullable Object step(@Nullable GateResult known) throws Throwable {
    KtorStage current = stage();
    GateResult result = known == null ? ask("ktor") : known;
    return switch (result) {
      case ADMITTED -> admitted(current);
      case REJECTED -> current.reject(call, method(), rejection());
      case SUSPENDED -> current.suspend();
    };
  }

  private @Nullable Object admitted(KtorStage current) throws Throwable {
    if (current.route() != null) {
      return current.proceed();
    }
    try {
      prepareResponse();
    } catch (RuntimeException | Error error) {
      Gate.suppressed(error);
    }
    return hasEnd ? current.proceed(this::ended) : current.proceed();
  }

  private void prepareResponse() {
    if (attachment() == null) {
      api.responses().append(call, fields);
    } else {
      fieldsWait = true;
      api.attributes().attach(call, this);
      api.coroutines().beforeSend(api.responses().pipeline(call), this::sendFields);
    }
  }

  private KtorStage stage() {
    KtorStage current = stage;
    if (current == null) {
      throw new IllegalStateException("not in a pipeline");
    }
    return current;
  }

  /** Appends the fields when the response starts, but only then. */
  private void sendFields() {
    if (fieldsWait) {
      fieldsWait = false;
      api.responses().append(call, fields);
    }
  }

  private void ended(@Nullable Throwable thrown) {
    int sent = api.responses().status(call);
    if (sent == 0) {
      sent = thrown == null ? NOT_FOUND : api.responses().statusFor(thrown);
    }
    status = sent == 0 ? SERVER_ERROR : sent;
    ended();
  }

  /** On any thread, because the coroutine resumes on its own. */
  @Override
  protected void execute(Runnable task) {
    task.run();
  }

  @Override
  protected void executeAfter(long micros, Runnable task) {
    // On the thread of the JDK's timer, which only passes it on.
    CompletableFuture.delayedExecutor(micros, TimeUnit.MICROSECONDS, Runnable::run).execute(task);
  }

  @Override
  protected void resume(@Nullable GateResult known) {
    stage().resumeWith(() -> step(known));
  }

  @Override
  public void reject(RejectionResponse newRejection) {
    fieldsWait = false;
    super.reject(newRejection);
  }

  @Override
  public boolean endsLater(Runnable callback) {
    hasEnd = super.endsLater(callback);
    if (hasEnd) {
      api.attributes().onClose(call, this::ended);
    }
    return hasEnd;
  }

  @Override
  public int status() {
    return status;
  }

  @Override
  public Milestone milestone() {
    return route() == null ? Milestone.ARRIVED : Milestone.ROUTED;
  }

  @Override
  public @Nullable String route() {
    KtorStage current = stage;
    return current == null ? null : current.route();
  }

  @Override
  public String path() {
    return RawPath.withParameters(api.requests().rawPath(call));
  }

  @Override
  public void addHeader(String name, String value) {
    fields.add(new HeaderField(name, value));
  }

  @Override
  public void replaceHeader(String name, String value) {
    fields.removeIf(field -> field.name().equals(name));
    addHeader(name, value);
  }
}
