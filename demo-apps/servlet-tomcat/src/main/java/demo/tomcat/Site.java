package demo.tomcat;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.catalina.Context;
import org.apache.catalina.Wrapper;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.ErrorPage;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;

/** The pages of the application. */
final class Site {
  private static final AtomicLong API_CALLS = new AtomicLong();

  private Site() {}

  static void fill(Context site) {
    page(site, "/hello", (request, response) -> say(response, "hello"));
    page(site, "/api/*", Site::api);
    page(site, "/count", (request, response) -> say(response, API_CALLS.get()));
    page(site, "/form", (request, response) -> say(response, request.getParameter("name")));
    page(site, "/nested/*", (request, response) -> say(response, "nested"));
    page(site, "/committed", (request, response) -> say(response, "late"));
    page(site, "/reflection", Site::reflection);
    servlet(site, "/plain", new PlainServlet());
    addDispatches(site);
    addErrors(site);
    filter(site, "/form", new Encoding());
    filter(site, "/nested/*", new Wrapping());
    filter(site, "/nested/*", new Encoding());
    site.getPipeline().addValve(new Early());
  }

  static void fillShop(Context shop) {
    page(shop, "/hello", (request, response) -> say(response, "hello from the shop"));
  }

  /** Pages that pass through the container more than once. */
  private static void addDispatches(Context site) {
    page(
        site,
        "/forward",
        (request, response) ->
            request.getRequestDispatcher("/api/target").forward(request, response));
    page(
        site,
        "/include",
        (request, response) -> {
          say(response, "before");
          request.getRequestDispatcher("/api/target").include(request, response);
          say(response, "after");
        });
    page(
        site,
        "/async/dispatch",
        (request, response) -> request.startAsync().dispatch("/api/target"));
    page(site, "/async/complete", Site::complete);
  }

  private static void addErrors(Context site) {
    page(site, "/error", (request, response) -> response.sendError(500, "as asked"));
    page(site, "/error-page", (request, response) -> say(response, "sorry"));
    var sorry = new ErrorPage();
    sorry.setErrorCode(500);
    sorry.setLocation("/error-page");
    site.addErrorPage(sorry);
  }

  private static void api(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    API_CALLS.incrementAndGet();
    say(response, request.getMethod() + " " + request.getRequestURI());
  }

  private static void complete(HttpServletRequest request, HttpServletResponse response) {
    AsyncContext later = request.startAsync();
    later.start(
        () -> {
          try {
            say(response, "completed");
          } catch (IOException gone) {
            throw new UncheckedIOException(gone);
          }
          later.complete();
        });
  }

  private static void reflection(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    for (Class<?> type :
        new Class<?>[] {HttpServlet.class, PlainServlet.class, Page.class, Encoding.class}) {
      say(response, SelfPortrait.of(type));
    }
  }

  private static void say(HttpServletResponse response, Object words) throws IOException {
    response.getWriter().println(words);
  }

  private static void page(Context site, String path, Page.Answering answering) {
    servlet(site, path, new Page(answering));
  }

  private static void servlet(Context site, String path, Servlet servlet) {
    Wrapper wrapper = Tomcat.addServlet(site, path, servlet);
    wrapper.setAsyncSupported(true);
    site.addServletMappingDecoded(path, path);
  }

  private static void filter(Context site, String path, Filter filter) {
    var definition = new FilterDef();
    definition.setFilterName(filter.getClass().getSimpleName() + path);
    definition.setFilter(filter);
    definition.setAsyncSupported("true");
    site.addFilterDef(definition);
    var mapping = new FilterMap();
    mapping.setFilterName(definition.getFilterName());
    mapping.addURLPattern(path);
    for (DispatcherType dispatcher : DispatcherType.values()) {
      mapping.setDispatcher(dispatcher.name());
    }
    site.addFilterMap(mapping);
  }
}
