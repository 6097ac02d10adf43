package testapp;

import spark.Spark;

/** Pages of Spark, which runs its handler in a Jetty without a servlet context. */
public final class App {
  private App() {}

  public static void main(String[] args) {
    Spark.ipAddress("127.0.0.1");
    Spark.port(AppRuntime.port(args));
    Spark.get("/hello", (request, response) -> AppRuntime.countHandler("hello"));
    Spark.get(
        "/orders/:id",
        (request, response) -> AppRuntime.countHandler("order " + request.params("id")));
    Spark.get("/handled", (request, response) -> AppRuntime.handlerCalls());
    Spark.post(
        "/form", (request, response) -> AppRuntime.countHandler(request.queryParams("name")));
    Spark.awaitInitialization();
    AppRuntime.ready(Spark.port());
  }
}
