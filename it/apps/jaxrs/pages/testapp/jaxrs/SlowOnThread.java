package testapp.jaxrs;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import testapp.AppRuntime;

/** The slow page for servers on which nothing can be suspended. */
@Path("/slow")
public class SlowOnThread {
  @GET
  @Produces(MediaType.TEXT_PLAIN)
  public String slow(@QueryParam("ms") long millis) throws InterruptedException {
    Thread.sleep(millis);
    return AppRuntime.countHandler("slow");
  }
}
