package testapp;

import spark.Spark;

/** Pages of Spark, whose handler stands in a Jetty without any servlet context. */
public final class App {
  private App() {}

  public static void main(String[] args) {
    Spark.ipAddress("127.0.0.1");
    Spark.port(Ground.port(args));
    Spark.get("/hello", (request, response) -> Ground.handled("hello"));
    Spark.get(
        "/orders/:id", (request, response) -> Ground.handled("order " + request.params("id")));
    Spark.get("/handled", (request, response) -> Ground.handled());
    Spark.post("/form", (request, response) -> Ground.handled(request.queryParams("name")));
    Spark.awaitInitialization();
    Ground.ready(Spark.port());
  }
}
