package dev.penstock.instrument.transform;

import dev.penstock.instrument.Bound;
import dev.penstock.instrument.GateArguments;
import dev.penstock.instrument.MethodValue;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.asm.Advice.OffsetMapping;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import net.bytebuddy.implementation.bytecode.constant.NullConstant;
import net.bytebuddy.implementation.bytecode.constant.TextConstant;

/** Maps the {@link Bound} parameters of an advice to values of the instrumented method. */
final class AdviceBinding {
  private static final TypeDescription.Generic OBJECT =
      TypeDescription.ForLoadedType.of(Object.class).asGenericType();
  private static final TypeDescription.Generic STRING =
      TypeDescription.ForLoadedType.of(String.class).asGenericType();

  private AdviceBinding() {}

  static Advice.WithCustomMapping of(GateArguments values) {
    return Advice.withCustomMapping()
        .bind(Bound.Hook.class, text(values.hook()))
        .bind(Bound.Place.class, mapping(values.place()))
        .bind(Bound.Request.class, mapping(values.request()))
        .bind(Bound.Response.class, mapping(values.response()));
  }

  /*
   * Byte Buddy could bind a plain String, too, but for that it creates proxies of classes of the JDK
   * which cost more start-up time than the rest of this class.
   */
  private static OffsetMapping text(String value) {
    return new OffsetMapping.ForStackManipulation(
        new TextConstant(value), STRING, STRING, Assigner.Typing.STATIC);
  }

  private static OffsetMapping mapping(MethodValue value) {
    Assigner.Typing typing = Assigner.Typing.DYNAMIC;
    return switch (value.kind()) {
      case THIS ->
          new OffsetMapping.ForThisReference(
              OBJECT, /* readOnly= */ true, typing, /* optional= */ false);
      case ARGUMENT ->
          new OffsetMapping.ForArgument.Unresolved(
              OBJECT, /* readOnly= */ false, typing, value.index());
      case FIELD ->
          new OffsetMapping.ForField.Unresolved.WithImplicitType(
              OBJECT, /* readOnly= */ true, typing, value.field());
      case NONE ->
          new OffsetMapping.ForStackManipulation(NullConstant.INSTANCE, OBJECT, OBJECT, typing);
    };
  }
}
