package demo.tomcat;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;

/**
 * The demo application with a filter that adds five constant fields, like those of an admitted
 * response. It shows the cost of the fields without any decision.
 */
final class ConstantFields extends HttpFilter {
  private static final long serialVersionUID = 1;

  public static void main(String[] args) throws Exception {
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(args[0]);
    tomcat.setPort(0);
    Context context = tomcat.addContext("", null);
    Site.fill(context);
    FilterDef filter = new FilterDef();
    filter.setFilterName("fields");
    filter.setFilter(new ConstantFields());
    context.addFilterDef(filter);
    FilterMap everywhere = new FilterMap();
    everywhere.setFilterName("fields");
    everywhere.addURLPattern("/*");
    context.addFilterMap(everywhere);
    tomcat.start();
    System.out.println("READY " + tomcat.getConnector().getLocalPort());
    tomcat.getServer().await();
  }

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    response.addHeader("RateLimit-Policy", "\"hello\";q=1000000;w=1");
    response.addHeader("RateLimit", "\"hello\";r=999999;t=1");
    response.addHeader("RateLimit-Limit", "1000000");
    response.addHeader("RateLimit-Remaining", "999999");
    response.addHeader("RateLimit-Reset", "1");
    chain.doFilter(request, response);
  }
}
