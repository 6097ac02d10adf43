package testapp;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.web.bind.annotation.CookieValue;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Pages that return the identity of the client, as Spring and the servlet API read it. */
@RestController
public class KeyPages {
  @RequestMapping({"/seen/query", "/seen/form"})
  public String parameter(
      HttpServletRequest request, @RequestParam(name = "id", required = false) String id) {
    return ReadKeys.format(id, request.getParameter("id"));
  }

  @GetMapping("/seen/cookie")
  public String cookie(@CookieValue(name = "id", required = false) String id) {
    return ReadKeys.format(id);
  }

  @GetMapping("/seen/header")
  public String header(
      HttpServletRequest request, @RequestHeader(name = "X-Id", required = false) String id) {
    return ReadKeys.format(id, request.getHeader("X-Id"));
  }

  @GetMapping("/seen/path/{id}")
  public String path(@PathVariable("id") String id) {
    return ReadKeys.format(id);
  }
}
