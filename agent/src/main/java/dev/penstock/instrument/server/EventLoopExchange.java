package dev.penstock.instrument.server;

import dev.penstock.bootstrap.Gate;
import dev.penstock.bootstrap.Ticket;
import dev.penstock.http.RejectionResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A request whose thread must not block, and which waits without it. */
public abstract class EventLoopExchange extends ReflectiveExchange {
  /*
   * One task at a time uses it. Tasks may run on different threads, as in coroutines; whatever
   * passes the request from thread to thread also passes these fields.
   */
  private final EndOfCall end = new EndOfCall();
  private @Nullable RejectionResponse rejection;
  private boolean suspended;

  /** True if an error has let the request continue although it was suspended. */
  private boolean abandoned;

  /** Completes when the gate has returned: on another thread, a request may resume before. */
  private volatile CompletableFuture<@Nullable Void> asked =
      CompletableFuture.completedFuture(null);

  private volatile @Nullable Object attachment;

  protected EventLoopExchange(RequestReader reader, Object request) {
    super(reader, request);
  }

  /**
   * Asks the gate whether the request continues, where code of Penstock stands between the server
   * and the application.
   *
   * @param hook the hook to ask, which has to return this exchange
   */
  protected final GateResult ask(String hook) {
    CompletableFuture<@Nullable Void> returned = new CompletableFuture<>();
    asked = returned;
    rejection = null;
    suspended = false;
    GateResult result =
        resultOf(Gate.enter(hook, /* place= */ this, /* request= */ this, /* response= */ null));
    abandoned |= suspended && result != GateResult.SUSPENDED;
    returned.complete(null);
    return result;
  }

  private GateResult resultOf(@Nullable Ticket ticket) {
    if (Gate.skipsMethod(ticket)) {
      if (rejection != null) {
        return GateResult.REJECTED;
      }
      if (suspended) {
        return GateResult.SUSPENDED;
      }
    }
    if (ticket != null) {
      Gate.leave(ticket, /* thrown= */ null);
    }
    return GateResult.ADMITTED;
  }

  /** The response to a rejected request. */
  protected final RejectionResponse rejection() {
    if (rejection == null) {
      throw new IllegalStateException("not rejected");
    }
    return rejection;
  }

  /** Reports the end of the response; only the first call counts. */
  protected final void ended() {
    end.end();
  }

  /** Runs a task on the event loop of the request, but not within this call. */
  protected abstract void execute(Runnable task);

  /** Runs a task on the event loop of the request after a delay. */
  protected abstract void executeAfter(long micros, Runnable task);

  /**
   * Continues with a suspended request, usually on its event loop.
   *
   * @param known the result of the gate; null to ask for it
   */
  protected abstract void resume(@Nullable GateResult known);

  @Override
  public final boolean mayBlock() {
    return false;
  }

  @Override
  public final void suspendFor(long micros) {
    suspended = true;
    executeAfter(micros, () -> resumeWhenAsked(GateResult.ADMITTED));
  }

  @Override
  public final void suspendUntil(Consumer<Runnable> whenDecided) {
    suspended = true;
    whenDecided.accept(
        () -> {
          try {
            execute(() -> resumeWhenAsked(/* known= */ null));
          } catch (RejectedExecutionException stopped) {
            // The event loop has stopped, and its connections are closed.
          }
        });
  }

  private void resumeWhenAsked(@Nullable GateResult known) {
    Object unused = asked.thenRun(() -> resumeOnce(known));
  }

  private void resumeOnce(@Nullable GateResult known) {
    try {
      if (!abandoned) {
        resume(known);
      }
    } catch (RuntimeException | Error error) {
      Gate.suppressed(error);
    }
  }

  @Override
  public void reject(RejectionResponse newRejection) {
    rejection = newRejection;
  }

  @Override
  public boolean endsLater(Runnable callback) {
    return end.onEnd(callback);
  }

  @Override
  public final void attach(Object newAttachment) {
    attachment = newAttachment;
  }

  @Override
  public final void detach() {
    attachment = null;
  }

  @Override
  public final @Nullable Object attachment() {
    return attachment;
  }
}
