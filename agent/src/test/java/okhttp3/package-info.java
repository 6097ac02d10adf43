/** As much of OkHttp as its hook asks for. */
package okhttp3;
