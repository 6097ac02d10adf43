package testapp.jaxrs;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.MediaType;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import testapp.AppRuntime;

/** A slow page that blocks no thread. */
@Path("/slow")
public class Slow {
  @GET
  @Produces(MediaType.TEXT_PLAIN)
  public void slow(@QueryParam("ms") long millis, @Suspended AsyncResponse response) {
    var later = CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS);
    later.execute(() -> response.resume(AppRuntime.countHandler("slow")));
  }
}
