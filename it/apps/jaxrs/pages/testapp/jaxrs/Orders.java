package testapp.jaxrs;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import testapp.AppRuntime;

/** Orders, whose items are a separate resource. */
@Path("/orders")
public class Orders {
  @GET
  @Path("{id}")
  @Produces(MediaType.TEXT_PLAIN)
  public String order(@PathParam("id") String id) {
    return AppRuntime.countHandler("order " + id);
  }

  /** A sub-resource locator, which handles no request itself. */
  @Path("{id}/items")
  public Items items(@PathParam("id") String id) {
    return new Items(id);
  }
}
