package dev.penstock.instrument.servlet;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.lang.reflect.Proxy;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** Compares reading a request through method handles with direct calls of typed code. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
public class ServletAccessBenchmark {
  private final HttpServletRequest request = new Request();
  private final Object unknown = request;
  private final ServletApi api = ServletApi.of(Request.class).orElseThrow();

  @Benchmark
  public void direct(Blackhole hole) {
    hole.consume(request.getMethod());
    hole.consume(request.getServletPath());
    hole.consume(request.getPathInfo());
    hole.consume(request.getRemoteAddr());
    hole.consume(request.getHeader("X-API-Key"));
  }

  @Benchmark
  public void handles(Blackhole hole) {
    hole.consume(api.method(unknown));
    hole.consume(api.servletPath(unknown));
    hole.consume(api.pathInfo(unknown));
    hole.consume(api.remoteAddress(unknown));
    hole.consume(api.header(unknown, "X-API-Key"));
  }

  /** A request that returns constant fields, so that the benchmark measures only the calls. */
  private static final class Request extends HttpServletRequestWrapper {
    private final String path = "/orders/7";

    Request() {
      super(
          (HttpServletRequest)
              Proxy.newProxyInstance(
                  HttpServletRequest.class.getClassLoader(),
                  new Class<?>[] {HttpServletRequest.class},
                  (proxy, method, arguments) -> null));
    }

    @Override
    public String getMethod() {
      return "GET";
    }

    @Override
    public String getServletPath() {
      return path;
    }

    @Override
    public String getPathInfo() {
      return path;
    }

    @Override
    public String getRemoteAddr() {
      return "192.0.2.1";
    }

    @Override
    public String getHeader(String name) {
      return name;
    }
  }
}
