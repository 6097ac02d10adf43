package dev.penstock.instrument.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FormBodyTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a=1             | UTF-8      | a=[1]
          a=1&b=2&a=3     | UTF-8      | a=[1, 3] b=[2]
          a=x+y%20z       | UTF-8      | a=[x y z]
          %61=1           | UTF-8      | a=[1]
          a=%C3%BC        | UTF-8      | a=[ü]
          a=%C3%BC        | ISO-8859-1 | a=[Ã¼]
          a=%FC           | ISO-8859-1 | a=[ü]
          a=ü             | UTF-8      | a=[ü]
          a               | UTF-8      | a=[]
          a=              | UTF-8      | a=[]
          a=b=c           | UTF-8      | a=[b=c]
          =x&a=1          | UTF-8      | a=[1]
          &&a=1&          | UTF-8      | a=[1]
          a=%zz&b=%2&c=%  | UTF-8      | ''
          a=%4&b=1        | UTF-8      | b=[1]
          ''              | UTF-8      | ''
          """)
  void parsesFieldsAsTomcatDoes(String body, Charset charset, String fields) {
    Map<String, String[]> read = FormBody.fields(body.getBytes(StandardCharsets.UTF_8), charset);
    assertThat(
            read.entrySet().stream()
                .map(field -> field.getKey() + "=" + Arrays.toString(field.getValue()))
                .collect(Collectors.joining(" ")))
        .isEqualTo(fields);
  }

  @Test
  void ignoresFieldsBeyondTheMaximum() {
    byte[] many = "a&".repeat(1_000_000).getBytes(StandardCharsets.UTF_8);
    assertThat(FormBody.fields(many, StandardCharsets.UTF_8).get("a")).hasSize(10_000);
  }
}
