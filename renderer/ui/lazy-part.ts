import { createElement, lazy, useState, type ComponentType } from 'react';
import { pageServerTimeoutMs } from '../api/session.ts';
import { strings } from './strings.ts';

/** How long to wait before the next attempt, in milliseconds. */
const retryDelayMs = 1_000;

/**
 * A component that is loaded when it is first drawn; draw it within `<Suspense>`. The server of the page goes away together with the
 * service: then it is tried again when it is back. Where the server answers but does not have it, as after an update of Daybook while the
 * page was open, drawing it throws an error that says to reload the page. `preload` fetches it beforehand, and it is drawn at once then:
 * what React has to wait for, be it a moment, it shows 300 ms after what stands in its place.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> & { readonly preload: () => void } {
  let loaded: ComponentType<Props> | null = null;
  const take = async (): Promise<ComponentType<Props>> => {
    loaded = await load();
    return loaded;
  };
  const attempt = async (): Promise<{ default: ComponentType<Props> }> => {
    for (let wasThere = false; ; wasThere = true) {
      try {
        return { default: await take() };
      } catch (error) {
        if (wasThere && (await doesAnswer())) throw new Error(strings.gone, { cause: error });
      }
      do await pause();
      while (!(await doesAnswer()));
    }
  };
  const Lazy = lazy(attempt);
  const Part = (props: Props) => {
    // One and the same for as long as it is drawn.
    const [Drawn] = useState<ComponentType<Props>>(() => loaded ?? Lazy);
    return createElement(Drawn, props);
  };
  return Object.assign(Part, {
    preload: () => {
      take().catch(() => undefined);
    },
  });
}

function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, retryDelayMs);
  });
}

/** Whether the server of the page can be reached. */
async function doesAnswer(): Promise<boolean> {
  try {
    const { status } = await fetch('/config.json', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(pageServerTimeoutMs) });
    return status < 500;
  } catch {
    return false;
  }
}
