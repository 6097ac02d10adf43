package testapp;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.util.matcher.RequestMatcher;

/** Requires a login for the pages below /me only. */
@Configuration
public class Security {
  @Bean
  public SecurityFilterChain guard(HttpSecurity http) throws Exception {
    RequestMatcher mine = request -> request.getRequestURI().startsWith("/me/");
    return http.authorizeHttpRequests(
            pages -> pages.requestMatchers(mine).authenticated().anyRequest().permitAll())
        .httpBasic(Customizer.withDefaults())
        .csrf(csrf -> csrf.disable())
        .build();
  }

  @Bean
  public UserDetailsService users() {
    return new InMemoryUserDetailsManager(user("ann"), user("bob"));
  }

  private static UserDetails user(String name) {
    return User.withUsername(name).password("{noop}secret of " + name).roles("member").build();
  }
}
