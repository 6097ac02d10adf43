package testapp;

import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** The site as a Spring application. */
@SpringBootApplication
public class App {
  public static void main(String[] args) {
    var app = new SpringApplication(App.class);
    app.setDefaultProperties(
        Map.of(
            "server.port", AppRuntime.port(args),
            "logging.level.root", "OFF",
            "spring.main.banner-mode", "off",
            // Leaves the usual path to a page of ours; under the name of each version.
            "server.error.path", "/sorry",
            "spring.web.error.path", "/sorry"));
    ConfigurableApplicationContext context = app.run();
    AppRuntime.ready(
        context.getEnvironment().getRequiredProperty("local.server.port", Integer.class));
  }
}
