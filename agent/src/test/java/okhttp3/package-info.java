/** Fakes of the OkHttp classes that the hook uses. */
package okhttp3;
