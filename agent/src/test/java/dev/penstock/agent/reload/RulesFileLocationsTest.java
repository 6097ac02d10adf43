package dev.penstock.agent.reload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.penstock.agent.AgentOptions;
import dev.penstock.rules.config.text.RegularFile;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RulesFileLocationsTest {
  @TempDir Path folder;
  private final Properties properties = new Properties();

  @Test
  void searchesTheWorkingDirectoryTheApplicationsFolderAndTheAgentsFolder() {
    properties.setProperty("java.class.path", path("app/app.jar"));
    assertThat(locations(null, Map.of()))
        .isEqualTo(
            new File("penstock.yaml").getAbsolutePath()
                + ", FOLDER/app/penstock.yaml, FOLDER/agent/penstock.yaml");
  }

  @Test
  void prefersTheArgumentToThePropertyAndThePropertyToTheVariable() {
    Map<String, String> environment = Map.of("PENSTOCK_RULES", path("variable.yaml"));
    assertThat(locations(null, environment)).isEqualTo("FOLDER/variable.yaml");
    properties.setProperty("penstock.rules", path("property.yaml"));
    assertThat(locations(null, environment)).isEqualTo("FOLDER/property.yaml");
    assertThat(locations(path("argument.yaml"), environment)).isEqualTo("FOLDER/argument.yaml");
    assertThat(locations("rules=" + path("argument.yaml"), environment))
        .isEqualTo("FOLDER/argument.yaml");
    assertThat(locations(path("a=b/argument.yaml"), environment))
        .isEqualTo("FOLDER/a=b/argument.yaml");
  }

  @Test
  void findsTheFirstExistingFile() throws IOException {
    properties.setProperty("java.class.path", path("app/app.jar"));
    Files.createDirectories(folder.resolve("app"));
    Files.createDirectories(folder.resolve("agent"));
    Files.createFile(folder.resolve("agent/penstock.yaml"));
    assertThat(found()).isEqualTo(path("agent/penstock.yaml"));
    Files.createFile(folder.resolve("app/penstock.yaml"));
    assertThat(found()).isEqualTo(path("app/penstock.yaml"));
  }

  @Test
  void rejectsAnUnknownOptionOfTheAgent() {
    assertThatThrownBy(() -> AgentOptions.parse("rule=x.yaml"))
        .hasMessage(
            "unknown agent option `rule`; the options are `rules=PATH`, `shadow=PATH` and"
                + " `strict`");
  }

  private String found() {
    File found = of(null, Map.of()).find(new FileContents(RegularFile::read));
    return found == null ? "none" : found.getPath();
  }

  private String locations(@Nullable String argument, Map<String, String> environment) {
    return of(argument, environment).toString().replace(folder.toString(), "FOLDER");
  }

  private RulesFileLocations of(@Nullable String argument, Map<String, String> environment) {
    return RulesFileLocations.of(
        AgentOptions.parse(argument).rules(),
        properties,
        environment,
        new File(path("agent/penstock.jar")));
  }

  private String path(String relative) {
    return folder.resolve(relative).toString();
  }
}
