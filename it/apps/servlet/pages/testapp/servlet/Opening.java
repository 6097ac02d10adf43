package testapp.servlet;

import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;

/** Fills the site when its context starts; only then does Jetty apply who may see a page. */
public final class Opening implements ServletContextListener {
  @Override
  public void contextInitialized(ServletContextEvent event) {
    Site.fill(event.getServletContext());
  }

  @Override
  public void contextDestroyed(ServletContextEvent event) {}
}
