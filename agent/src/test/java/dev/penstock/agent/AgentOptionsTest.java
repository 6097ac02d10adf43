package dev.penstock.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgentOptionsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          -                                | -              | -
          a.yaml                           | a.yaml         | -
          rules=a.yaml                     | a.yaml         | -
          shadow=b.yaml                    | -              | b.yaml
          shadow=                          | -              | -
          rules=a.yaml,shadow=b.yaml       | a.yaml         | b.yaml
          shadow=b.yaml,rules=a.yaml       | a.yaml         | b.yaml
          a.yaml,shadow=b.yaml             | a.yaml         | b.yaml
          /x=y/a.yaml,shadow=/z=1/b.yaml   | /x=y/a.yaml    | /z=1/b.yaml
          rules=a,b.yaml,shadow=c,d.yaml   | a,b.yaml       | c,d.yaml
          a,b.yaml                         | a,b.yaml       | -
          rules=a,colour=b.yaml            | a,colour=b.yaml | -
          C:\\x=y\\a.yaml                  | C:\\x=y\\a.yaml | -
          """)
  void readsPathsWithOrWithoutNames(String arguments, String rules, String shadow) {
    assertThat(AgentOptions.parse(arguments)).isEqualTo(new AgentOptions(rules, shadow));
  }

  @Test
  void rejectsAnUnknownOption() {
    assertThatThrownBy(() -> AgentOptions.parse("colour=blue"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "unknown agent option `colour`; the options are `rules=PATH`, `shadow=PATH` and"
                + " `strict`");
  }

  @Test
  void rejectsAnOptionThatIsGivenTwice() {
    assertThatThrownBy(() -> AgentOptions.parse("a.yaml,rules=b.yaml"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the agent option `rules` is given twice");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          strict                               | -                  | -
          strict,a.yaml                        | a.yaml             | -
          a.yaml,strict                        | a.yaml             | -
          rules=a.yaml,strict                  | a.yaml             | -
          rules=a,b.yaml,strict,shadow=c.yaml  | a,b.yaml           | c.yaml
          shadow=c.yaml,strict                 | -                  | c.yaml
          rules=strict,strict                  | strict             | -
          """)
  void readsStrictAmongOtherOptions(String arguments, String rules, String shadow) {
    assertThat(AgentOptions.parse(arguments))
        .isEqualTo(new AgentOptions(rules, shadow, /* strict= */ true));
  }

  @Test
  void readsAPathThatStartsWithStrictAsAPath() {
    assertThat(AgentOptions.parse("a,strict.yaml"))
        .isEqualTo(new AgentOptions("a,strict.yaml", /* shadow= */ null));
    assertThat(AgentOptions.parse("strict.yaml"))
        .isEqualTo(new AgentOptions("strict.yaml", /* shadow= */ null));
  }

  @Test
  void rejectsAValueForStrict() {
    assertThatThrownBy(() -> AgentOptions.parse("strict=no"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the agent option `strict` takes no value");
  }
}
