package dev.penstock.instrument.apache;

import dev.penstock.instrument.Handles;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/** Starts requests on the scheduler thread of clients from 5.1 on. */
public final class Schedule5 {
  private static final String CHAIN = "org.apache.hc.client5.http.async.AsyncExecChain";

  private final MethodHandle scheduler;
  private final MethodHandle schedule;

  private Schedule5(Class<?> type) {
    Class<?> scopeType = Handles.sibling(type, CHAIN + "$Scope");
    scheduler = new Handles(scopeType).bindField("scheduler");
    schedule =
        new Handles(type)
            .bindAny(
                "scheduleExecution",
                Handles.sibling(type, "org.apache.hc.core5.http.HttpRequest"),
                Handles.sibling(type, "org.apache.hc.core5.http.nio.AsyncEntityProducer"),
                scopeType,
                Handles.sibling(type, "org.apache.hc.client5.http.async.AsyncExecCallback"),
                Handles.sibling(type, "org.apache.hc.core5.util.TimeValue"));
  }

  /** Returns the scheduler of a client; null for version 5.0. */
  public static @Nullable Schedule5 of(Class<?> client) {
    String name = CHAIN + "$Scheduler";
    return Handles.isPresent(client, name) ? new Schedule5(Handles.sibling(client, name)) : null;
  }

  void start(Object request, @Nullable Object body, Object scope, Object callback) {
    try {
      Object now = null;
      Object ignored =
          (Object)
              schedule.invokeExact(
                  Handles.get(scheduler, scope), request, body, scope, callback, now);
    } catch (Throwable error) {
      throw Handles.unchecked(error);
    }
  }
}
