package testapp;

import io.undertow.Undertow;
import io.undertow.servlet.Servlets;
import io.undertow.servlet.api.DeploymentInfo;
import io.undertow.servlet.api.DeploymentManager;
import io.undertow.websockets.jsr.WebSocketDeploymentInfo;
import java.net.InetSocketAddress;
import java.util.logging.LogManager;

/** WebSocket sessions in an embedded Undertow. */
public final class App {
  private App() {}

  public static void main(String[] args) throws Exception {
    LogManager.getLogManager().reset();
    DeploymentInfo site =
        Servlets.deployment()
            .setClassLoader(App.class.getClassLoader())
            .setContextPath("/")
            .setDeploymentName("site")
            .addServletContextAttribute(
                WebSocketDeploymentInfo.ATTRIBUTE_NAME,
                new WebSocketDeploymentInfo().addEndpoint(Echo.class));
    DeploymentManager deployed = Servlets.newContainer().addDeployment(site);
    deployed.deploy();
    Undertow undertow =
        Undertow.builder()
            .addHttpListener(AppRuntime.port(args), "localhost")
            .setHandler(deployed.start())
            .build();
    undertow.start();
    var address = (InetSocketAddress) undertow.getListenerInfo().get(0).getAddress();
    AppRuntime.ready(address.getPort());
  }
}
