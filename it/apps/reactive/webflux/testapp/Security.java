package testapp;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.reactive.EnableWebFluxSecurity;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.core.userdetails.MapReactiveUserDetailsService;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.web.server.SecurityWebFilterChain;

/** Requires a login for the pages of members only. */
@EnableWebFluxSecurity
@Configuration(proxyBeanMethods = false)
public class Security {
  @Bean
  SecurityWebFilterChain chain(ServerHttpSecurity http) {
    return http.csrf(csrf -> csrf.disable())
        .authorizeExchange(
            pages -> pages.pathMatchers("/me/**").authenticated().anyExchange().permitAll())
        .httpBasic(Customizer.withDefaults())
        .build();
  }

  @Bean
  MapReactiveUserDetailsService members() {
    return new MapReactiveUserDetailsService(
        User.withUsername("ann").password("{noop}secret of ann").roles("member").build(),
        User.withUsername("bob").password("{noop}secret of bob").roles("member").build());
  }
}
