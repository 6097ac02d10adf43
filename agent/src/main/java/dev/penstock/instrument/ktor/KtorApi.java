package dev.penstock.instrument.ktor;

/**
 * The parts of Ktor and Kotlin that an application has loaded.
 *
 * @param coroutines intercepts pipelines
 * @param requests reads requests
 * @param responses writes responses
 * @param attributes keeps data with calls
 * @param routing finds templates of routes
 */
record KtorApi(
    CoroutineApi coroutines,
    CallReader requests,
    CallResponses responses,
    CallAttributes attributes,
    RoutingApi routing) {
  /** Binds the handles for the copy of Ktor that this pipeline belongs to. */
  static KtorApi of(Class<?> pipelineType) {
    return new KtorApi(
        new CoroutineApi(pipelineType),
        new CallReader(pipelineType),
        new CallResponses(pipelineType),
        new CallAttributes(pipelineType),
        new RoutingApi(pipelineType));
  }
}
