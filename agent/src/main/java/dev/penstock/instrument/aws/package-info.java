/** Hook for the asynchronous client of the AWS SDK. */
@NullMarked
package dev.penstock.instrument.aws;

import org.jspecify.annotations.NullMarked;
