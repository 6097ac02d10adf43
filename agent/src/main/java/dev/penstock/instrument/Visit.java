package dev.penstock.instrument;

import dev.penstock.call.Answer;
import dev.penstock.call.Call;

/** A call and the answer to it. */
public interface Visit extends Call, Answer {}
