package testapp.jaxrs;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.CookieParam;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Cookie;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import testapp.ReadKeys;

/** Pages that return the identity of the client, as read from the request. */
@Path("/seen")
@Produces(MediaType.TEXT_PLAIN)
public class KeyPages {
  @GET
  @Path("query")
  public String query(@QueryParam("id") String id, @QueryParam("id") List<String> all) {
    return ReadKeys.format(id, ReadKeys.last(all));
  }

  @POST
  @Path("form")
  @Consumes(MediaType.APPLICATION_FORM_URLENCODED)
  public String form(@FormParam("id") String id) {
    return ReadKeys.format(id);
  }

  @GET
  @Path("cookie")
  public String cookie(@CookieParam("id") String id, @Context HttpHeaders headers) {
    Cookie cookie = headers.getCookies().get("id");
    return ReadKeys.format(id, cookie == null ? null : cookie.getValue());
  }

  @GET
  @Path("header")
  public String header(@HeaderParam("X-Id") String id, @Context HttpHeaders headers) {
    return ReadKeys.format(id, headers.getHeaderString("X-Id"));
  }

  @GET
  @Path("path/{id}")
  public String path(@PathParam("id") String id) {
    return ReadKeys.format(id);
  }
}
