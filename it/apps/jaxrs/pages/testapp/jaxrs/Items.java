package testapp.jaxrs;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import testapp.AppRuntime;

/** The items of one order. */
public class Items {
  private final String order;

  Items(String order) {
    this.order = order;
  }

  @GET
  @Path("{item}")
  @Produces(MediaType.TEXT_PLAIN)
  public String item(@PathParam("item") String item) {
    return AppRuntime.countHandler("item " + item + " of order " + order);
  }
}
