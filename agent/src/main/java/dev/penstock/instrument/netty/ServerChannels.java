package dev.penstock.instrument.netty;

import dev.penstock.instrument.CompanionClassLoader;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds the channels that serve HTTP, and has a handler added to each. */
final class ServerChannels {
  /*
   * This runs for every handler of every channel, so the answers are kept with the classes of
   * handlers and channels. Our handlers extend classes of Netty; CompanionClassLoader defines them
   * once for each type that marks a place, because a copy of Netty may have several class loaders.
   * So handlers of two places share no types but those of this package.
   *
   * Servers with a hook of their own mark their codecs by extending Netty's; those channels are
   * left alone.
   */
  private static final String CHANNEL_PACKAGE = "dev.penstock.instrument.netty.channel.";
  private static final String ACCEPTOR = ".bootstrap.ServerBootstrap$ServerBootstrapAcceptor";
  private static final String INSTALLER = CHANNEL_PACKAGE + "PipelineInstaller";

  private final ClassValue<ContextApi> contexts =
      new ClassValue<>() {
        @Override
        protected ContextApi computeValue(Class<?> contextType) {
          return new ContextApi(contextType);
        }
      };

  private final ClassValue<Optional<MarkedPlace>> handlers =
      new ClassValue<>() {
        @Override
        protected Optional<MarkedPlace> computeValue(Class<?> handlerType) {
          return Optional.ofNullable(placeOf(handlerType));
        }
      };

  private final ClassValue<Optional<MarkedPlace>> streams =
      new ClassValue<>() {
        @Override
        protected Optional<MarkedPlace> computeValue(Class<?> channelType) {
          return Optional.ofNullable(streamIn(channelType));
        }
      };

  private final ClassValue<HandlerInstaller> installers =
      new ClassValue<>() {
        @Override
        protected HandlerInstaller computeValue(Class<?> marking) {
          return newInstaller(marking);
        }
      };

  private volatile boolean found;

  /** A place, and the type of Netty that has identified it. */
  private record MarkedPlace(HandlerPlace place, Class<?> marking) {}

  /** True if a server was started, or has a connection. */
  boolean areFound() {
    return found;
  }

  /** Called when a handler has been added to a pipeline. */
  void handlerAdded(Object context) {
    ContextApi api = contexts.get(context.getClass());
    MarkedPlace found = handlers.get(api.handler(context).getClass()).orElse(null);
    if (found == null) {
      found = streams.get(api.channel(context).getClass()).orElse(null);
    }
    if (found != null) {
      installers.get(found.marking).install(found.place, context);
    }
  }

  private @Nullable MarkedPlace placeOf(Class<?> handlerType) {
    if (handlerType.getName().endsWith(ACCEPTOR)) {
      found = true;
      return null;
    }
    if (OtherServers.isPartOfOne(handlerType.getName())) {
      return null;
    }
    for (Class<?> type = handlerType; type != null; type = type.getSuperclass()) {
      HandlerPlace place = HandlerPlace.markedByHandler(type.getName());
      if (place != null) {
        found = true;
        return new MarkedPlace(place, type);
      }
    }
    return null;
  }

  private static @Nullable MarkedPlace streamIn(@Nullable Class<?> channelType) {
    for (Class<?> type = channelType; type != null; type = type.getSuperclass()) {
      for (Class<?> each : type.getInterfaces()) {
        if (HandlerPlace.STREAM.isMarkedBy(each.getName())) {
          return new MarkedPlace(HandlerPlace.STREAM, each);
        }
      }
    }
    return null;
  }

  private static HandlerInstaller newInstaller(Class<?> marking) {
    CompanionClassLoader loader =
        new CompanionClassLoader(
            "penstock-netty",
            marking.getClassLoader(),
            name -> name.startsWith(CHANNEL_PACKAGE),
            "io.netty",
            HandlerPlace.nettyPackage(marking));
    try {
      return (HandlerInstaller) loader.type(INSTALLER).getConstructor().newInstance();
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
