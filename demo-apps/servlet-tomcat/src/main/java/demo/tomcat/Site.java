package demo.tomcat;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.catalina.Context;
import org.apache.catalina.Wrapper;
import org.apache.catalina.authenticator.BasicAuthenticator;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.ErrorPage;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;
import org.apache.tomcat.util.descriptor.web.LoginConfig;
import org.apache.tomcat.util.descriptor.web.SecurityCollection;
import org.apache.tomcat.util.descriptor.web.SecurityConstraint;

/** The pages of the application. */
final class Site {
  private static final AtomicLong API_CALLS = new AtomicLong();

  private Site() {}

  static void fill(Context site) {
    // Must precede the valve for logins, which addMembers adds.
    site.getPipeline().addValve(new EarlyResponseValve());
    page(site, "/hello", (request, response) -> write(response, "hello"));
    page(site, "/api/*", Site::api);
    page(site, "/count", (request, response) -> write(response, API_CALLS.get()));
    page(site, "/form", (request, response) -> write(response, request.getParameter("name")));
    page(site, "/nested/*", (request, response) -> write(response, "nested"));
    page(site, "/committed", (request, response) -> write(response, "late"));
    page(site, "/reflection", Site::reflection);
    page(site, "/session", (request, response) -> write(response, request.getSession().getId()));
    servlet(site, "/plain", new PlainServlet());
    servlet(site, "/verbs", new MethodsServlet());
    for (String page : new String[] {"vault/*", "plain/*", "box", "lid", "open"}) {
      page(site, "/" + page, (request, response) -> reached(response, page.replace("/*", "")));
    }
    addDispatches(site);
    addErrors(site);
    addWaiting(site);
    addBodies(site);
    addMembers(site);
    filter(site, "/form", new EncodingFilter());
    filter(site, "/utf8/*", new EncodingFilter());
    filter(site, "/late/*", new RequestWrappingFilter());
    filter(site, "/late/*", new EncodingFilter());
    filter(site, "/nested/*", new RequestWrappingFilter());
    filter(site, "/nested/*", new EncodingFilter());
  }

  static void fillShop(Context shop) {
    page(shop, "/hello", (request, response) -> write(response, "hello from the shop"));
  }

  /** Pages that are dispatched more than once. */
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
          write(response, "before");
          request.getRequestDispatcher("/api/target").include(request, response);
          write(response, "after");
        });
    page(
        site,
        "/async/dispatch",
        (request, response) -> request.startAsync().dispatch("/api/target"));
    page(site, "/async/complete", Site::complete);
  }

  private static void addErrors(Context site) {
    page(site, "/error", (request, response) -> response.sendError(500, "on purpose"));
    page(site, "/error-page", Site::sorry);
    page(
        site,
        "/fails",
        (request, response) -> {
          throw new ServletException("on purpose");
        });
    var sorry = new ErrorPage();
    sorry.setErrorCode(500);
    sorry.setLocation("/error-page");
    site.addErrorPage(sorry);
  }

  private static void sorry(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String name = request.getParameter("name");
    write(response, name == null ? "sorry" : "sorry, " + name);
  }

  private static void addWaiting(Context site) {
    page(site, "/release", WaitingPages::release);
    page(site, "/waiting", WaitingPages::count);
    page(site, "/wait/plain", WaitingPages::plain);
    page(site, "/wait/failing", WaitingPages::failing);
    page(site, "/wait/async", WaitingPages::async);
    page(site, "/wait/async-to-failure", WaitingPages::asyncToFailure);
    page(site, "/wait/async-then-failing", WaitingPages::asyncThenFailing);
    page(site, "/wait/forgotten", WaitingPages::forgotten);
    page(site, "/wait/stream", WaitingPages::stream);
  }

  /** Each page without an encoding, and with one that the first or the second filter sets. */
  private static void addBodies(Context site) {
    page(site, "/login", BodyPages::login);
    for (String encoded : new String[] {"", "/utf8", "/late"}) {
      page(site, encoded + "/body/stream", BodyPages::stream);
      page(site, encoded + "/body/reader", BodyPages::reader);
      page(site, encoded + "/body/parameters", BodyPages::parameters);
      page(site, encoded + "/body/both", BodyPages::both);
      page(site, encoded + "/body/parts", BodyPages::parts)
          .setMultipartConfigElement(new MultipartConfigElement(/* location= */ ""));
      page(site, encoded + "/body/listener", BodyListener::listen);
      page(
          site,
          encoded + "/body/error",
          (request, response) -> response.sendError(500, request.getParameter("name")));
    }
  }

  /** A page for members, whom the container authenticates. */
  private static void addMembers(Context site) {
    page(site, "/members", (request, response) -> write(response, request.getRemoteUser()));
    var members = new SecurityCollection();
    members.addPatternDecoded("/members");
    var constraint = new SecurityConstraint();
    constraint.addAuthRole("member");
    constraint.addCollection(members);
    site.addConstraint(constraint);
    site.addSecurityRole("member");
    site.setLoginConfig(
        new LoginConfig("BASIC", "demo", /* loginPage= */ null, /* errorPage= */ null));
    site.getPipeline().addValve(new BasicAuthenticator());
  }

  private static void api(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    API_CALLS.incrementAndGet();
    write(response, request.getMethod() + " " + request.getRequestURI());
  }

  private static void complete(HttpServletRequest request, HttpServletResponse response) {
    AsyncContext later = request.startAsync();
    later.start(
        () -> {
          try {
            write(response, "completed");
          } catch (IOException gone) {
            throw new UncheckedIOException(gone);
          }
          later.complete();
        });
  }

  private static void reflection(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    for (Class<?> type :
        new Class<?>[] {HttpServlet.class, PlainServlet.class, Page.class, EncodingFilter.class}) {
      write(response, ClassDescription.of(type));
    }
  }

  /** Returns the name of the page that has run. */
  private static void reached(HttpServletResponse response, String page) throws IOException {
    response.setHeader("X-Reached", page);
    write(response, page);
  }

  private static void write(HttpServletResponse response, Object words) throws IOException {
    response.getWriter().println(words);
  }

  private static Wrapper page(Context site, String path, Page.Handler handler) {
    return servlet(site, path, new Page(handler));
  }

  private static Wrapper servlet(Context site, String path, Servlet servlet) {
    Wrapper wrapper = Tomcat.addServlet(site, path, servlet);
    wrapper.setAsyncSupported(true);
    site.addServletMappingDecoded(path, path);
    return wrapper;
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
