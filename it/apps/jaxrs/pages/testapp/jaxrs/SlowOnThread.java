package testapp.jaxrs;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import testapp.AppRuntime;

/** A slow page for servers without asynchronous responses. */
@Path("/slow")
public class SlowOnThread {
  @GET
  @Produces(MediaType.TEXT_PLAIN)
  public String slow(@QueryParam("ms") long millis) throws InterruptedException {
    Thread.sleep(millis);
    return AppRuntime.countHandler("slow");
  }
}
