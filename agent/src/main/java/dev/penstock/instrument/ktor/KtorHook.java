package dev.penstock.instrument.ktor;

import static dev.penstock.instrument.MethodValue.NONE;
import static dev.penstock.instrument.MethodValue.THIS;
import static dev.penstock.instrument.MethodValue.argument;

import dev.penstock.http.InboundExchange;
import dev.penstock.instrument.HookTarget;
import dev.penstock.instrument.InboundHook;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Adds an interceptor to the pipelines of Ktor that calls of the engine CIO pass. */
public final class KtorHook implements InboundHook {
  /*
   * A call passes the pipeline of the application and then that of its route. All pipelines start
   * in one method, where an interceptor of Penstock is added if they have none yet. Interceptors
   * are coroutines, so they can wait without a thread. The engines on Netty and in servlet
   * containers have other hooks.
   */
  private static final String ENGINE = "io.ktor.server.cio.CIOApplicationEngine";
  private static final String START = "(Z)Lio/ktor/server/engine/ApplicationEngine;";
  private static final String PIPELINE = "io.ktor.util.pipeline.Pipeline";
  private static final String DESCRIPTOR =
      "(Ljava/lang/Object;Ljava/lang/Object;Lkotlin/coroutines/Continuation;)Ljava/lang/Object;";
  private static final String CALL = "io.ktor.server.cio.CIOApplicationCall";
  private static final String ROUTED_CALL = "io.ktor.server.routing.RoutingPipelineCall";
  private static final String APPLICATION = "io.ktor.server.application.Application";
  private static final String ROUTE = "io.ktor.server.application.ApplicationCallPipeline";

  private volatile boolean found;

  @Override
  public String name() {
    return "ktor";
  }

  @Override
  public List<HookTarget> targets() {
    return List.of(
        HookTarget.in(ENGINE, "start", START, ADVICE).passing(name(), THIS, THIS, NONE),
        HookTarget.in(PIPELINE, "execute", DESCRIPTOR, ADVICE)
            .passing(name(), argument(0), THIS, NONE));
  }

  /** Clients of Ktor have pipelines, too. */
  @Override
  public boolean hasServer() {
    return found;
  }

  @Override
  public @Nullable InboundExchange exchange(
      Object call, Object pipelineOrRequest, @Nullable Object none) {
    if (pipelineOrRequest instanceof InboundExchange exchange) {
      return exchange;
    }
    String pipelineType = pipelineOrRequest.getClass().getName();
    String callType = call.getClass().getName();
    if (pipelineType.equals(ENGINE)) {
      found = true;
    } else if (pipelineType.equals(APPLICATION) && callType.equals(CALL)) {
      found = true;
      KtorPipelines.prepareApplication(pipelineOrRequest);
    } else if (pipelineType.equals(ROUTE) && callType.equals(ROUTED_CALL)) {
      KtorPipelines.prepareRoute(pipelineOrRequest, call);
    }
    return null;
  }
}
