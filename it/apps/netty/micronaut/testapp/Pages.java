package testapp;

import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Body;
import io.micronaut.http.annotation.Consumes;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.Post;
import io.micronaut.http.annotation.Produces;
import io.micronaut.http.annotation.QueryValue;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;

/** A few routes. */
@Controller
public class Pages {
  @Get("/hello")
  @Produces(MediaType.TEXT_PLAIN)
  public String hello() {
    return AppRuntime.countHandler("hello");
  }

  @Get("/handled")
  @Produces(MediaType.TEXT_PLAIN)
  public String handled() {
    return AppRuntime.handlerCalls();
  }

  @Get("/slow")
  @Produces(MediaType.TEXT_PLAIN)
  @ExecuteOn(TaskExecutors.BLOCKING)
  public String slow(@QueryValue long ms) throws InterruptedException {
    Thread.sleep(ms);
    return AppRuntime.countHandler("slow");
  }

  @Post("/echo")
  @Consumes(MediaType.ALL)
  @Produces(MediaType.APPLICATION_OCTET_STREAM)
  public byte[] echo(@Body byte[] body) {
    return body;
  }
}
