package testapp.servlet;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.HttpConstraintElement;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.ServletSecurityElement;
import jakarta.servlet.annotation.ServletSecurity.TransportGuarantee;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.EnumSet;
import java.util.concurrent.TimeUnit;
import testapp.AppRuntime;
import testapp.Content;
import testapp.HeldResponses;

/** All pages of the site, registered through the servlet API in any container. */
public final class Site {
  /** The error page for status 500. */
  public static final String ERROR_PAGE = "/sorry";

  private final ServletContext context;

  private Site(ServletContext context) {
    this.context = context;
  }

  /** Adds all pages to a context that is not started yet. */
  public static void fill(ServletContext context) {
    var site = new Site(context);
    site.greet();
    site.addPages();
    site.addDispatches();
    site.addAsync();
    site.addSecured();
    site.addSeen();
  }

  private void greet() {
    FilterRegistration.Dynamic greeting = context.addFilter("greeting", new Greeting());
    greeting.setAsyncSupported(true);
    greeting.addMappingForUrlPatterns(
        EnumSet.allOf(DispatcherType.class), /* isMatchAfter= */ false, "/*");
  }

  private void addPages() {
    page("/hello", (request, response) -> say(response, "hello"));
    page("/orders/*", Site::orders);
    page("/handled", (request, response) -> say(response, AppRuntime.handlerCalls()));
    page("/echo", Site::echo);
    page("/form", (request, response) -> say(response, request.getParameter("name")));
    page("/bytes", Site::bytes);
    page("/boom", Site::boom);
    page("/slow", Site::slow);
    page("/release", Site::release);
    for (String page : new String[] {"vault/*", "plain/*", "box", "lid", "open"}) {
      page("/" + page, (request, response) -> reached(response, page.replace("/*", "")));
    }
  }

  /** Pages that pass through the container more than once. */
  private void addDispatches() {
    page(
        "/forward",
        (request, response) ->
            request.getRequestDispatcher("/orders/7").forward(request, response));
    page(
        "/include",
        (request, response) -> {
          say(response, "before ");
          request.getRequestDispatcher("/orders/7").include(request, response);
          say(response, " after");
        });
    page("/error", (request, response) -> response.sendError(500, "on purpose"));
    page(ERROR_PAGE, (request, response) -> say(response, "sorry"));
  }

  private void addAsync() {
    page("/async/dispatch", (request, response) -> Async.dispatch(request, "/orders/7"));
    page("/async/to-boom", (request, response) -> Async.dispatch(request, "/boom?now"));
    page("/async/complete", Async::complete);
    page("/async/then-boom", Async::thenBoom);
    page("/async/timeout", Async::timeout);
    page("/async/stream", Async::stream);
  }

  /** Adds pages for members, who log in at the container. */
  private void addSecured() {
    var membersOnly = new HttpConstraintElement(TransportGuarantee.NONE, Members.ROLE);
    ServletRegistration.Dynamic page =
        context.addServlet(
            "/secure",
            new Page(
                (request, response) ->
                    say(response, AppRuntime.countHandler(request.getUserPrincipal().getName()))));
    page.addMapping("/secure/*");
    // Containers read the mappings now, so the mappings come first.
    page.setServletSecurity(new ServletSecurityElement(membersOnly));
  }

  /** Adds pages that return the identity of the client. */
  private void addSeen() {
    page("/seen/query", KeyPages::parameter);
    page("/seen/form", KeyPages::parameter);
    page("/seen/cookie", KeyPages::cookie);
    page("/seen/header", KeyPages::header);
    page("/seen/path/*", KeyPages::path);
  }

  private static void orders(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String[] segments = request.getRequestURI().split("/", -1);
    boolean item = segments.length > 4;
    // The path of a page that includes this one has another form.
    String order = segments.length > 2 ? segments[2] : "unknown";
    say(
        response,
        AppRuntime.countHandler((item ? "item " + segments[4] + " of " : "") + "order " + order));
  }

  private static void echo(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    byte[] body = request.getInputStream().readAllBytes();
    response.setContentType(request.getContentType());
    response.getOutputStream().write(body);
  }

  private static void bytes(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    byte[] body = Content.bytes();
    response.setContentType(Content.TYPE);
    response.setHeader("ETag", Content.ETAG);
    response.addHeader("X-Twice", "one");
    response.addHeader("X-Twice", "two");
    response.setDateHeader("Last-Modified", 0);
    response.getOutputStream().write(body);
  }

  private static void boom(HttpServletRequest request, HttpServletResponse response)
      throws ServletException {
    HeldResponses.untilReleased(request.getQueryString());
    throw new ServletException("on purpose");
  }

  private static void slow(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    HeldResponses.untilReleased(request.getQueryString());
    String millis = request.getParameter("ms");
    try {
      TimeUnit.MILLISECONDS.sleep(millis == null ? 0 : Long.parseLong(millis));
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
    }
    say(response, "slow");
  }

  private static void release(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    say(response, HeldResponses.release(Integer.parseInt(request.getParameter("count"))));
  }

  /** Returns the name of the page that the request has reached. */
  private static void reached(HttpServletResponse response, String page) throws IOException {
    response.setHeader("X-Reached", page);
    say(response, page);
  }

  private static void say(HttpServletResponse response, String words) throws IOException {
    response.getWriter().print(words);
  }

  private void page(String path, Page.Handler handler) {
    ServletRegistration.Dynamic page = context.addServlet(path, new Page(handler));
    page.setAsyncSupported(true);
    page.addMapping(path);
  }
}
