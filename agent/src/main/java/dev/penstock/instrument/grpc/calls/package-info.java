/**
 * Calls of gRPC: compiled against the library, and never loaded by the agent's loader, but once for
 * each copy of the library by a {@link dev.penstock.instrument.CompanionClassLoader}.
 */
@NullMarked
package dev.penstock.instrument.grpc.calls;

import org.jspecify.annotations.NullMarked;
