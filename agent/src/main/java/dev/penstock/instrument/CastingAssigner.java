package dev.penstock.instrument;

import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.implementation.bytecode.StackManipulation;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import net.bytebuddy.implementation.bytecode.assign.TypeCasting;

/** Casts where an advice asks for it, without asking what the types are. */
final class CastingAssigner implements Assigner {
  /*
   * Byte Buddy's own looks first whether a cast is needed, and for that wants to see the types of
   * the library, which are no more than names to us. A cast that is not needed costs nothing.
   */
  @Override
  public StackManipulation assign(
      TypeDescription.Generic source, TypeDescription.Generic target, Typing typing) {
    boolean cast = typing.isDynamic() && !source.isPrimitive() && !target.isPrimitive();
    if (!cast) {
      return Assigner.DEFAULT.assign(source, target, typing);
    }
    return target.represents(Object.class)
        ? StackManipulation.Trivial.INSTANCE
        : TypeCasting.to(target);
  }
}
