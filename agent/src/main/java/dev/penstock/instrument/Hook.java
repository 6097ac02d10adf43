package dev.penstock.instrument;

import java.util.List;

/** One library at one place: the methods to instrument, and how to read a call there. */
public sealed interface Hook permits InboundHook, OutboundHook {
  /** The name by which operators know the hook. */
  String name();

  /** The methods to instrument. */
  List<HookTarget> targets();
}
