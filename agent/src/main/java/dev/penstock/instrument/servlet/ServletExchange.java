package dev.penstock.instrument.servlet;

import dev.penstock.bootstrap.Gate;
import dev.penstock.http.Ambiguous;
import dev.penstock.http.EncodedParameters;
import dev.penstock.http.HostName;
import dev.penstock.http.Milestone;
import dev.penstock.http.RejectionResponse;
import dev.penstock.http.TextEncoding;
import dev.penstock.instrument.server.ReflectiveExchange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A servlet request and its response. */
public class ServletExchange extends ReflectiveExchange {
  /*
   * This class never reads parameters or the session, and reads the body only if a rule uses a
   * form: reading a parameter fixes the request's encoding before the application has set it and
   * consumes the form, and reading the session creates one.
   */
  static final String FORM = "dev.penstock.form";

  private final ServletApi api;
  private final Object request;
  private final Object response;
  private final ServletResponseWriter writer;
  private Milestone milestone;
  private Object formRequest;
  private Object formResponse;
  private @Nullable Object attachment;
  private @Nullable String path;
  private boolean formRead;
  private FormApi.@Nullable Form form;

  public ServletExchange(ServletApi api, Object request, Object response, Milestone milestone) {
    super(api, request);
    this.api = api;
    this.request = request;
    this.response = response;
    this.milestone = milestone;
    formRequest = request;
    formResponse = response;
    writer = new ServletResponseWriter(api, response);
  }

  @Override
  public Milestone milestone() {
    return milestone;
  }

  /**
   * Moves a request that its container has received on to the application.
   *
   * @param newRequest the request as the application sees it; its form is read and passed on
   * @return false if the request has reached the application before
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
  public String path() {
    String known = path;
    if (known == null) {
      known = ServletPath.routed(api, request);
      path = known;
    }
    return known;
  }

  @Override
  protected List<String> readOtherPaths() {
    return ServletPath.besides(path(), api, request);
  }

  /** Ambiguous if the client declares a charset by which some containers decode the query. */
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
   * The value that the application reads; ambiguous if the query has one, too: servlets return the
   * query's value first, Spring joins both, and JAX-RS returns the body's value or none.
   */
  @Override
  public @Nullable String form(String name) {
    readForm();
    if (parameter(name) != null) {
      return Ambiguous.VALUE;
    }
    return form == null ? unreadField() : form.value(name);
  }

  /** A field of a body that was not read: ambiguous if the body may have fields, else null. */
  private @Nullable String unreadField() {
    boolean mayHaveFields =
        FormType.isForm(headerLines("Content-Type")) && !"0".equals(header("Content-Length"));
    return mayHaveFields ? Ambiguous.VALUE : null;
  }

  @Override
  public void readForm() {
    if (!formRead && milestone != Milestone.ENTERED) {
      formRead = true;
      form = tryReadForm();
    }
  }

  /** Reads only forms of POST requests: containers differ on the parameters of a PUT. */
  private FormApi.@Nullable Form tryReadForm() {
    try {
      FormApi.Form read = method().equals("POST") ? readableForm() : null;
      if (read != null) {
        api.setAttribute(formRequest, FORM, read);
      }
      return read;
    } catch (RuntimeException | Error broken) {
      // Rules that need no form still apply.
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
    writer.addHeader(name, value);
  }

  @Override
  public void replaceHeader(String name, String value) {
    writer.replaceHeader(name, value);
  }

  @Override
  public void reject(RejectionResponse rejection) {
    writer.reject(rejection);
  }

  @Override
  public void attach(Object newAttachment) {
    attachment = newAttachment;
    ServletExchanges.mark(/* exchange= */ this, api, request, newAttachment);
  }

  @Override
  public @Nullable Object attachment() {
    return attachment;
  }

  @Override
  public int status() {
    return api.status(response);
  }

  @Override
  public boolean onClose(Runnable callback) {
    return UpgradedConnection.onClose(api, request, callback);
  }

  @Override
  public boolean endsLater(Runnable callback) {
    AsyncApi async;
    try {
      async = api.async();
    } catch (IllegalStateException tooOld) {
      // Before Servlet 3.0 there are no asynchronous requests.
      return false;
    }
    return async.onEnd(request, () -> api.isCommitted(response), callback);
  }
}
