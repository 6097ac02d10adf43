/**
 * What hooks of different servers share: reading requests, and finding them again at later hooks.
 */
@NullMarked
package dev.penstock.instrument.server;

import org.jspecify.annotations.NullMarked;
