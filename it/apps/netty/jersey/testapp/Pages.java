package testapp;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;

/** A few resource methods. */
@Path("/")
public final class Pages {
  @GET
  @Path("hello")
  @Produces("text/plain")
  public String hello() {
    return AppRuntime.countHandler("hello");
  }

  @GET
  @Path("handled")
  @Produces("text/plain")
  public String handled() {
    return AppRuntime.handlerCalls();
  }

  @GET
  @Path("slow")
  @Produces("text/plain")
  public String slow(@QueryParam("ms") long millis) throws InterruptedException {
    Thread.sleep(millis);
    return AppRuntime.countHandler("slow");
  }

  @POST
  @Path("echo")
  @Produces("application/octet-stream")
  public byte[] echo(byte[] body) {
    return body;
  }
}
