package dev.penstock.instrument.servlet;

import dev.penstock.bootstrap.Gate;
import dev.penstock.http.Ambiguous;
import dev.penstock.http.CookieHeader;
import dev.penstock.http.EncodedParameters;
import dev.penstock.http.HostName;
import dev.penstock.http.InboundExchange;
import dev.penstock.http.Milestone;
import dev.penstock.http.RejectionResponse;
import dev.penstock.http.TextEncoding;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A servlet request and its response. */
public class ServletExchange implements InboundExchange {
  /*
   * Nothing here touches parameters or the session, nor the body unless a rule is about a form:
   * reading a parameter fixes the
   * request's encoding before the application has set it, and consumes a form's body; asking for
   * the session makes one.
   */
  static final String FORM = "dev.penstock.form";

  private final ServletApi api;
  private final Object request;
  private final Object response;
  private final ServletResponseWriter answer;
  private Milestone milestone;
  private Object formRequest;
  private Object formResponse;
  private @Nullable Object kept;
  private @Nullable String path;
  private @Nullable List<String> otherPaths;
  private boolean formSought;
  private FormApi.@Nullable Form form;

  public ServletExchange(ServletApi api, Object request, Object response, Milestone milestone) {
    this.api = api;
    this.request = request;
    this.response = response;
    this.milestone = milestone;
    formRequest = request;
    formResponse = response;
    answer = new ServletResponseWriter(api, response);
  }

  @Override
  public Milestone milestone() {
    return milestone;
  }

  /**
   * Lets a request that was met at the door of its container come to the application.
   *
   * @param newRequest the request as the application sees it; its form is read, and handed on
   * @return false if it has come to the application before
   */
  final boolean arriveAs(Object newRequest, Object newResponse) {
    if (milestone != Milestone.ENTERED) {
      return false;
    }
    formRequest = newRequest;
    formResponse = newResponse;
    milestone = Milestone.ARRIVED;
    return true;
  }

  @Override
  public String method() {
    return api.method(request);
  }

  @Override
  public String path() {
    String known = path;
    if (known == null) {
      known = ServletPath.routed(api, request);
      path = known;
    }
    return known;
  }

  @Override
  public List<String> otherPaths() {
    List<String> known = otherPaths;
    if (known == null) {
      known = ServletPath.besides(path(), api, request);
      otherPaths = known;
    }
    return known;
  }

  @Override
  public @Nullable String query() {
    return api.query(request);
  }

  @Override
  public @Nullable String header(String name) {
    return api.header(request, name);
  }

  @Override
  public @Nullable String headerLines(String name) {
    return api.headerLines(request, name);
  }

  /** As the container parses it, as long as other parsers would find the same. */
  @Override
  public @Nullable String cookie(String name) {
    String header = headerLines("Cookie");
    return header == null
        ? null
        : CookieHeader.parsed(header, name, api.cookies().value(request, name));
  }

  /** A container may decode the query by the charset that the client declares for the body. */
  @Override
  public @Nullable String parameter(String name) {
    String query = query();
    if (query == null) {
      return null;
    }
    boolean readable = FormType.declaredEncoding(headerLines("Content-Type")) != null;
    return readable ? EncodedParameters.inQuery(query, name) : Ambiguous.VALUE;
  }

  @Override
  public @Nullable String remoteAddress() {
    return api.remoteAddress(request);
  }

  @Override
  public String host() {
    return HostName.of(api.identity().host(request));
  }

  @Override
  public @Nullable String user() {
    return api.identity().user(request);
  }

  @Override
  public @Nullable String session() {
    return api.identity().session(request);
  }

  @Override
  public @Nullable String attribute(String name) {
    Object value = api.attribute(request, name);
    return value == null ? null : String.valueOf(value);
  }

  /**
   * What the application finds under this name. With a value in the query, servlets find that one
   * first, Spring joins both, and JAX-RS finds that of the body or none.
   */
  @Override
  public @Nullable String form(String name) {
    readForm();
    if (parameter(name) != null) {
      return Ambiguous.VALUE;
    }
    return form == null ? unread() : form.value(name);
  }

  /** Nothing, unless the body that was not read may have fields. */
  private @Nullable String unread() {
    boolean mayHaveFields =
        FormType.isForm(headerLines("Content-Type")) && !"0".equals(header("Content-Length"));
    return mayHaveFields ? Ambiguous.VALUE : null;
  }

  @Override
  public void readForm() {
    if (!formSought && milestone != Milestone.ENTERED) {
      formSought = true;
      form = soughtForm();
    }
  }

  /** Only of a POST: containers differ in whether the body of a PUT has parameters. */
  private FormApi.@Nullable Form soughtForm() {
    try {
      FormApi.Form read = method().equals("POST") ? readableForm() : null;
      if (read != null) {
        api.setAttribute(formRequest, FORM, read);
      }
      return read;
    } catch (RuntimeException | Error broken) {
      // The call is still worth judging by what else is known of it.
      Gate.suppressed(broken);
      return null;
    }
  }

  private FormApi.@Nullable Form readableForm() {
    TextEncoding encoding =
        FormType.encoding(headerLines("Content-Type"), headerLines("Content-Encoding"));
    return encoding == null ? null : api.form().read(formRequest, formResponse, encoding);
  }

  @Override
  public @Nullable Object replacement() {
    return form == null ? null : form.request();
  }

  @Override
  public void addHeader(String name, String value) {
    answer.addHeader(name, value);
  }

  @Override
  public void replaceHeader(String name, String value) {
    answer.replaceHeader(name, value);
  }

  @Override
  public void reject(RejectionResponse refusal) {
    answer.reject(refusal);
  }

  @Override
  public void attach(Object newKept) {
    kept = newKept;
    ServletExchanges.keep(/* visit= */ this, api, request, newKept);
  }

  @Override
  public @Nullable Object attachment() {
    return kept;
  }

  @Override
  public int status() {
    return api.status(response);
  }

  @Override
  public boolean onClose(Runnable atClose) {
    return UpgradedConnection.tellsClose(api, request, atClose);
  }

  @Override
  public boolean endsLater(Runnable atEnd) {
    AsyncApi async;
    try {
      async = api.async();
    } catch (IllegalStateException tooOld) {
      // An API that does not know of asynchronous requests: all of them end where they begin.
      return false;
    }
    return async.tellsEnd(request, () -> api.isCommitted(response), atEnd);
  }
}
