package dev.penstock.it.harness.inbound;

import java.util.List;

/** Requests that try to use a method without matching the rule for it. */
final class MethodTechniques {
  /**
   * Requests that try to get a POST to {@code /box} or a DELETE to {@code /lid}; lines are
   * separated by {@code |}.
   */
  static final List<String> ALL =
      List.of(
          "POST /box",
          "post /box",
          "Post /box",
          "pOST /box",
          "POST /box/",
          "POST /box;a=b",
          "post /%62ox",
          "POST\t/box",
          "POST  /box",
          "POST /box|X-HTTP-Method-Override: GET",
          "post /box|X-HTTP-Method-Override: GET",
          "POST /box?_method=GET",
          "DELETE /lid",
          "delete /lid",
          "DELETE /lid?_method=POST",
          "DELETE /lid|X-HTTP-Method-Override: POST",
          "POST /lid|X-HTTP-Method-Override: DELETE",
          "POST /lid|x-http-method-override: delete",
          "POST /lid|X-HTTP-Method-Override:  Delete ",
          "POST /lid|X-HTTP-Method: DELETE",
          "POST /lid|X-Method-Override: DELETE",
          "POST /lid|X-HTTP-Method-Override: POST|X-HTTP-Method-Override: DELETE",
          "POST /lid|X-HTTP-Method-Override: POST|X-HTTP-Method: DELETE",
          "POST /lid?_method=DELETE",
          "POST /lid?_method=delete",
          "POST /lid?%5fmethod=DELET%45",
          "POST /lid?_method=PUT&_method=DELETE",
          "POST /lid?_method=POST|X-HTTP-Method-Override: DELETE",
          "post /lid|X-HTTP-Method-Override: DELETE",
          "OPTIONS /vault/x",
          "options /vault/x",
          "TRACE /vault/x",
          "CONNECT /vault/x",
          "FOO /vault/x",
          "OPTIONS /vault/x|Origin: https://a.example",
          "OPTIONS /vault/x|Access-Control-Request-Method: GET",
          "options /vault/x|Origin: https://a.example|Access-Control-Request-Method: GET",
          "GET /vault/x|Origin: https://a.example|Access-Control-Request-Method: GET",
          "OPTIONS /vault/x|Origin: https://a.example|Access-Control-Request-Method: GET"
              + "|Cookie: session=1",
          "OPTIONS /vault/x|Origin: https://a.example|Access-Control-Request-Method: GET"
              + "|Authorization: Basic YW5uOg==");

  private MethodTechniques() {}
}
