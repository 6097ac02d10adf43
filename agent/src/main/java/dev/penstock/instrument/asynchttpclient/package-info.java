/** Hook for AsyncHttpClient. */
@NullMarked
package dev.penstock.instrument.asynchttpclient;

import org.jspecify.annotations.NullMarked;
