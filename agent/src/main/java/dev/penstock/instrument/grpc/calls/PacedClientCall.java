package dev.penstock.instrument.grpc.calls;

import dev.penstock.bootstrap.Gate;
import dev.penstock.bootstrap.Ticket;
import dev.penstock.http.OutboundCall;
import dev.penstock.http.OutboundPermit;
import dev.penstock.instrument.AsyncWait;
import dev.penstock.instrument.grpc.GrpcClientHook;
import dev.penstock.instrument.grpc.StartingCall;
import io.grpc.ClientCall;
import io.grpc.Context;
import io.grpc.ForwardingClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import java.io.IOException;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * A call that asks the gate when the application starts it.
 *
 * @param <Q> the type of its requests
 * @param <S> the type of its responses
 */
final class PacedClientCall<Q, S> extends ForwardingClientCall<Q, S> implements StartingCall {
  /*
   * The library does not know a call while it is held: it is started when the wait ends, and what
   * the application has done with it in the meantime follows. A call that is canceled or rejected
   * is never started, so its listener is notified here, as the library would.
   */
  private final ClientCall<Q, S> call;
  private final CallTarget target;
  private final Context context = Context.current();
  private final HeldOperations operations = new HeldOperations();
  private volatile ClientCall.@Nullable Listener<S> heldListener;
  private volatile @Nullable AsyncWait wait;
  private volatile @Nullable WaitLimits limits;

  PacedClientCall(ClientCall<Q, S> call, CallTarget target) {
    this.call = call;
    this.target = target;
  }

  @Override
  protected ClientCall<Q, S> delegate() {
    return call;
  }

  @Override
  public void start(Listener<S> listener, Metadata headers) {
    Object[] arguments = {listener, headers};
    Ticket ticket =
        listener == null || headers == null
            ? null
            : Gate.enterClient(GrpcClientHook.METHOD, this, arguments);
    if (ticket == null) {
      call.start(listener, headers);
      operations.open();
    } else if (!Gate.skipsMethod(ticket)) {
      start(ticket, arguments, headers);
    }
  }

  private void start(Ticket ticket, Object[] arguments, Metadata headers) {
    Throwable thrown = null;
    try {
      Object[] replaced = (Object[]) Gate.replacement(ticket, arguments);
      call.start(listenerIn(replaced), headers);
    } catch (RuntimeException | Error error) {
      thrown = error;
      throw error;
    } finally {
      Gate.leave(ticket, thrown);
    }
  }

  @SuppressWarnings("unchecked") // the listener of this call, or one that forwards to it
  private Listener<S> listenerIn(Object[] arguments) {
    return (Listener<S>) arguments[0];
  }

  @Override
  public OutboundCall outboundCall(Object[] arguments) {
    return new GrpcCall<>(this, target, listenerIn(arguments), (Metadata) arguments[1]);
  }

  /** Keeps the call until the permit allows it. */
  void hold(Listener<S> listener, Metadata headers, OutboundPermit permit) {
    operations.hold();
    AsyncWait begun = new AsyncWait(permit);
    heldListener = listener;
    wait = begun;
    limits = new WaitLimits(context, target.options().getDeadline(), this::endWait);
    begun.whenDecided(
        () -> execute(() -> startHeld(listener, headers, permit)),
        why -> {
          stopWatching();
          reject(listener, why);
        });
  }

  private void startHeld(Listener<S> listener, Metadata headers, OutboundPermit permit) {
    stopWatching();
    try {
      call.start(new ReportingListener<>(listener, permit), headers);
    } catch (RuntimeException | Error thrown) {
      // The method would have thrown this to its caller, which has already returned.
      permit.close();
      end(listener, Status.fromThrowable(thrown));
      return;
    }
    try {
      operations.open();
    } catch (RuntimeException | Error thrown) {
      operations.discard();
      call.cancel("failed after the call had waited for its turn", thrown);
    }
  }

  /** Ends the call because a rule has rejected it. */
  void reject(Listener<S> listener, IOException why) {
    end(listener, Status.RESOURCE_EXHAUSTED.withDescription(why.getMessage()).withCause(why));
  }

  /** Ends a call that still waits; returns false if it does not wait. */
  private boolean endWait(Status status) {
    AsyncWait held = wait;
    Listener<S> listener = heldListener;
    if (held == null || listener == null || !held.cancel()) {
      return false;
    }
    stopWatching();
    end(listener, status);
    return true;
  }

  private void end(Listener<S> listener, Status status) {
    operations.discard();
    call.cancel("the call was not started", status.getCause());
    execute(context.wrap(() -> listener.onClose(status, new Metadata())));
  }

  private void stopWatching() {
    WaitLimits watched = limits;
    if (watched != null) {
      watched.stop();
    }
  }

  /** Listeners are application code and may be slow. */
  private void execute(Runnable work) {
    try {
      target.executor().execute(work);
    } catch (RejectedExecutionException stopped) {
      work.run();
    }
  }

  @Override
  public void cancel(@Nullable String message, @Nullable Throwable cause) {
    Status status =
        Status.CANCELLED
            .withDescription(message == null ? "Call cancelled without message" : message)
            .withCause(cause);
    if (!endWait(status)) {
      operations.add(() -> call.cancel(message, cause));
    }
  }

  @Override
  public void request(int messages) {
    operations.add(() -> call.request(messages));
  }

  @Override
  public void sendMessage(Q message) {
    operations.add(() -> call.sendMessage(message));
  }

  @Override
  public void halfClose() {
    operations.add(call::halfClose);
  }

  @Override
  public void setMessageCompression(boolean enabled) {
    operations.add(() -> call.setMessageCompression(enabled));
  }

  @Override
  public boolean isReady() {
    return operations.isOpen() && call.isReady();
  }
}
