/** Where calls go out through OkHttp, and through what is built on it. */
@NullMarked
package dev.penstock.instrument.okhttp;

import org.jspecify.annotations.NullMarked;
