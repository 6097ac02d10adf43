package dev.penstock.rules.config.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.penstock.rules.cutover.Promotion;
import java.util.stream.Collectors;

/** Promotes the shadow settings in the text of a rules file, and checks the result. */
public final class PromotionAssertions {
  private PromotionAssertions() {}

  public static Promotion.Result promote(String text) {
    return Promotion.promote("penstock.yaml", text, name -> null);
  }

  public static void assertPromoted(String before, String after) {
    Promotion.Result result = promote(before);
    assertThat(result)
        .as(() -> result instanceof Promotion.Rejected ? problems(result) : "")
        .isInstanceOf(Promotion.Promoted.class);
    assertThat(((Promotion.Promoted) result).text()).isEqualTo(after);
  }

  public static String problems(Promotion.Result result) {
    assertThat(result).isInstanceOf(Promotion.Rejected.class);
    return ((Promotion.Rejected) result)
        .problems().stream().map(Problem::render).collect(Collectors.joining("\n"));
  }
}
