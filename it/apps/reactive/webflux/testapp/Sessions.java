package testapp;

import java.util.Map;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.reactive.handler.SimpleUrlHandlerMapping;
import org.springframework.web.reactive.socket.WebSocketHandler;

/** WebSocket sessions that read until the client closes them. */
@Configuration(proxyBeanMethods = false)
public class Sessions {
  @Bean
  HandlerMapping sessionMapping() {
    WebSocketHandler listening = session -> session.receive().then();
    return new SimpleUrlHandlerMapping(Map.of("/ws", listening), /* order= */ -1);
  }
}
