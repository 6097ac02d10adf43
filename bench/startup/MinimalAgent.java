import static net.bytebuddy.matcher.ElementMatchers.hasSuperType;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.lang.instrument.Instrumentation;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;

/** The reference: a minimal agent with one Byte Buddy advice. */
public class MinimalAgent {
  public static void premain(String arguments, Instrumentation instrumentation) {
    new AgentBuilder.Default()
        .type(hasSuperType(named("jakarta.servlet.Servlet")))
        .transform(
            (builder, type, loader, module, domain) ->
                builder.visit(
                    Advice.to(Nothing.class).on(named("service").and(takesArguments(2)))))
        .installOn(instrumentation);
  }

  public static class Nothing {
    @Advice.OnMethodEnter(suppress = Throwable.class)
    static long enter() {
      return System.nanoTime();
    }
  }
}
