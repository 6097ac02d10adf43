/** Instruments servers of gRPC, whatever transport they use. */
@NullMarked
package dev.penstock.instrument.grpc;

import org.jspecify.annotations.NullMarked;
