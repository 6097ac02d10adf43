package dev.penstock.instrument.transform;

import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.implementation.bytecode.StackManipulation;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import net.bytebuddy.implementation.bytecode.assign.TypeCasting;

/** Casts where an advice requests it, without resolving the types. */
final class CastingAssigner implements Assigner {
  /*
   * Byte Buddy's own assigner resolves the types of the library to find out whether a cast is
   * needed, but they are only names here. A redundant cast costs nothing.
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
