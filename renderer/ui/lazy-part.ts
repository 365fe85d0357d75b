import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

/** How long to wait before the next attempt, in milliseconds. */
const pause = 1_000;

/**
 * A component that is loaded when it is first drawn; draw it within `<Suspense>`. The server of the page goes away together with the
 * service: then it is tried again until it is back. `preload` fetches it beforehand.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> & { readonly preload: () => void } {
  const attempt = async (): Promise<{ default: ComponentType<Props> }> => {
    for (;;) {
      try {
        return { default: await load() };
      } catch {
        await new Promise((resolve) => {
          setTimeout(resolve, pause);
        });
      }
    }
  };
  return Object.assign(lazy(attempt), {
    preload: () => {
      load().catch(() => undefined);
    },
  });
}
