package testapp.jaxrs;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import testapp.AppRuntime;
import testapp.Blob;

/** Pages without sub-resources. */
@Path("/")
public class Pages {
  @GET
  @Path("hello")
  @Produces(MediaType.TEXT_PLAIN)
  public String hello() {
    return AppRuntime.countHandler("hello");
  }

  @GET
  @Path("handled")
  @Produces(MediaType.TEXT_PLAIN)
  public String handled() {
    return AppRuntime.handlerCalls();
  }

  @POST
  @Path("echo")
  @Produces(MediaType.APPLICATION_OCTET_STREAM)
  public byte[] echo(byte[] body) {
    return body;
  }

  @GET
  @Path("bytes")
  public Response bytes() {
    return Response.ok(Blob.bytes(), MediaType.APPLICATION_OCTET_STREAM)
        .tag(new EntityTag(Blob.ETAG.replace("\"", "")))
        .build();
  }

  @GET
  @Path("boom")
  @Produces(MediaType.TEXT_PLAIN)
  public String boom() {
    throw new IllegalStateException(AppRuntime.countHandler("boom"));
  }

  @GET
  @Path("me")
  @Produces(MediaType.TEXT_PLAIN)
  public Response me(@Context SecurityContext security) {
    var user = security.getUserPrincipal();
    return user == null
        ? Response.status(401).build()
        : Response.ok(AppRuntime.countHandler(user.getName())).build();
  }

  @GET
  @Path("{page: vault|plain|box|lid|open}")
  public Response reached(@PathParam("page") String page) {
    return Response.ok(page, MediaType.TEXT_PLAIN).header("X-Reached", page).build();
  }

  @POST
  @Path("{page: vault|plain|box|lid|open}")
  public Response reachedByPost(@PathParam("page") String page) {
    return reached(page);
  }

  @GET
  @Path("{page: vault|plain}/{rest: .*}")
  public Response below(@PathParam("page") String page) {
    return reached(page);
  }

  @POST
  @Path("{page: vault|plain}/{rest: .*}")
  public Response belowByPost(@PathParam("page") String page) {
    return reached(page);
  }

  @GET
  @Path("chest/{id}")
  public Response chest() {
    return reached("chest");
  }
}
