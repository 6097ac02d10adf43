package dev.penstock.agent;

import dev.penstock.engine.Engine;
import dev.penstock.instrument.InboundHook;
import dev.penstock.instrument.armeria.ArmeriaHook;
import dev.penstock.instrument.container.ContainerHook;
import dev.penstock.instrument.grizzly.GrizzlyHook;
import dev.penstock.instrument.grpc.GrpcServerHook;
import dev.penstock.instrument.jaxrs.CxfHook;
import dev.penstock.instrument.jaxrs.JerseyHook;
import dev.penstock.instrument.jaxrs.ResteasyHook;
import dev.penstock.instrument.jdkserver.JdkServerHook;
import dev.penstock.instrument.ktor.KtorHook;
import dev.penstock.instrument.micronaut.MicronautHook;
import dev.penstock.instrument.micronaut.MicronautRouteHook;
import dev.penstock.instrument.netty.NettyHook;
import dev.penstock.instrument.pekko.PekkoHook;
import dev.penstock.instrument.servlet.ServletExchanges;
import dev.penstock.instrument.servlet.ServletHook;
import dev.penstock.instrument.servlet.WebSocketHook;
import dev.penstock.instrument.spring.SpringMvcHook;
import dev.penstock.instrument.transform.InstalledHook;
import dev.penstock.instrument.transform.Weaver;
import dev.penstock.instrument.vertx.VertxEndHook;
import dev.penstock.instrument.vertx.VertxExchanges;
import dev.penstock.instrument.vertx.VertxHook;
import dev.penstock.instrument.vertx.VertxRouteHook;
import dev.penstock.instrument.vertx.VertxServerHook;
import dev.penstock.instrument.webflux.WebFluxExchanges;
import dev.penstock.instrument.webflux.WebFluxHook;
import dev.penstock.instrument.webflux.WebFluxRouteHook;
import dev.penstock.instrument.webflux.WebFluxUserHook;
import dev.penstock.log.AgentLog;
import dev.penstock.shadow.Comparison;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The hooks for inbound requests. Each is installed when a rule needs it for the first time. */
final class InboundHooks {
  private final List<InboundHook> all;
  private final List<InstalledHook> notInstalled = new ArrayList<>();
  private final Weaver weaver;
  private final HookReport report;

  InboundHooks(Weaver weaver, HookReport report, AgentLog log) {
    this.weaver = weaver;
    this.report = report;
    ServletExchanges servletExchanges = new ServletExchanges();
    ContainerHook containers = new ContainerHook(servletExchanges, log);
    WebFluxExchanges webFluxExchanges = new WebFluxExchanges(servletExchanges, containers);
    VertxExchanges vertxExchanges = new VertxExchanges();
    all =
        List.of(
            containers,
            new ServletHook(servletExchanges),
            new WebSocketHook(servletExchanges),
            new SpringMvcHook(servletExchanges),
            new JdkServerHook(),
            new GrizzlyHook(),
            new JerseyHook(),
            new ResteasyHook(),
            new CxfHook(servletExchanges),
            new WebFluxHook(webFluxExchanges),
            new WebFluxUserHook(webFluxExchanges),
            new WebFluxRouteHook(webFluxExchanges),
            new VertxServerHook(),
            new VertxHook(vertxExchanges),
            new VertxEndHook(vertxExchanges),
            new VertxRouteHook(vertxExchanges),
            new ArmeriaHook(),
            new MicronautHook(),
            new MicronautRouteHook(),
            new KtorHook(),
            new PekkoHook(),
            new NettyHook(),
            new GrpcServerHook());
    for (InboundHook hook : all) {
      notInstalled.add(new InstalledHook(hook));
    }
  }

  List<InboundHook> all() {
    return all;
  }

  /** Installs the hooks that these rules or their candidate need and that are not installed yet. */
  void install(Engine engine, @Nullable Comparison comparison) {
    boolean routes = engine.needsRoutes();
    boolean users = engine.needsUsers();
    boolean idle = engine.isIdle() && comparison == null;
    for (Engine other : comparison == null ? List.<Engine>of() : comparison.engines()) {
      routes |= other.needsRoutes();
      users |= other.needsUsers();
    }
    List<InstalledHook> needed = new ArrayList<>();
    for (InstalledHook hook : notInstalled) {
      if (!idle && hook.isNeeded(routes, users)) {
        needed.add(hook);
      }
    }
    if (!needed.isEmpty()) {
      notInstalled.removeAll(needed);
      weaver.weave(needed);
      report.add(needed);
    }
  }
}
