package dev.penstock.instrument.micronautclient;

import dev.penstock.bootstrap.Gate;
import dev.penstock.http.OutboundPermit;
import dev.penstock.http.OutboundResponse;
import dev.penstock.http.Reentry;
import dev.penstock.instrument.AsyncWait;
import dev.penstock.instrument.Handles;
import dev.penstock.instrument.StarterThreads;
import dev.penstock.instrument.UrlCall;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A request of the Micronaut client. */
final class MicronautCall extends UrlCall {
  private final MicronautClientApi api;
  private final Object client;
  private final Object[] arguments;
  private final boolean retry;

  MicronautCall(MicronautClientApi api, Object client, Object[] arguments, boolean retry) {
    super(api.messages().method(arguments[3]), api.messages().uri(arguments[3]));
    this.api = api;
    this.client = client;
    this.arguments = arguments;
    this.retry = retry;
  }

  @Override
  public Object subject() {
    return arguments[3];
  }

  @Override
  public boolean isRetry() {
    return retry;
  }

  @Override
  public boolean mayBlock() {
    return false;
  }

  @Override
  public @Nullable String header(String name) {
    return api.messages().header(arguments[3], name);
  }

  @Override
  public @Nullable String headerLines(String name) {
    return api.messages().headerLines(arguments[3], name);
  }

  @Override
  public @Nullable Object returned(@Nullable Object result, OutboundPermit permit) {
    if (result == null) {
      permit.close();
      return null;
    }
    return observed(result, permit);
  }

  /** A cancelled flow reports no outcome. */
  private Object observed(Object flow, OutboundPermit permit) {
    Object observed =
        api.flows().observed(flow, response -> ended(response, permit), why -> failed(why, permit));
    api.flows().onCancel(observed, permit::close);
    return observed;
  }

  private void ended(@Nullable Object response, OutboundPermit permit) {
    report(response == null ? null : api.messages().received(response), permit);
  }

  @Override
  public void failed(Throwable why, OutboundPermit permit) {
    report(api.messages().received(why), permit);
  }

  private static void report(@Nullable OutboundResponse response, OutboundPermit permit) {
    try {
      if (response != null) {
        permit.responded(response);
      }
    } catch (RuntimeException broken) {
      Gate.suppressed(broken);
    } finally {
      permit.close();
    }
  }

  @Override
  public Object suspend(OutboundPermit permit) {
    AsyncWait wait = new AsyncWait(permit);
    Object later = api.flows().delayed();
    api.flows().onCancel(later, wait::cancel);
    wait.whenDecided(
        () -> StarterThreads.execute(() -> start(later, permit)),
        why -> StarterThreads.execute(() -> api.flows().fail(later, why)));
    return later;
  }

  private void start(Object later, OutboundPermit permit) {
    try {
      Object flow = observed(Reentry.pass(subject(), () -> api.send(client, arguments)), permit);
      api.flows().onCancel(later, () -> api.flows().cancel(flow));
      api.flows().complete(later, flow);
      if (api.flows().isCancelled(later)) {
        api.flows().cancel(flow);
      }
    } catch (Throwable thrown) {
      // The client would have reported this as the failure of the flow.
      permit.close();
      api.flows().fail(later, Handles.original(thrown));
    }
  }

  @Override
  public Object reject(IOException why) {
    return api.flows().failed(why);
  }
}
