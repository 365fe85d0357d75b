// What one page alone may do of several that are open: two that sent the same kept text would write it twice.

/** How long a page that is being left may take to let go of its claim, in milliseconds. */
const leavingMs = 400;

const held = new Set<string>();
/** Those that other pages have and this one is to get after them. */
const awaited = new Set<string>();

/**
 * Whether this page may do what the name stands for from now on; false while another page that is open does. Then `whenFree` is called once
 * that page is gone and this one has taken its place.
 */
export async function claim(name: string, whenFree?: () => void): Promise<boolean> {
  // A lock that is free is asked for without a limit of time: the answer comes late to a page that is busy.
  if (held.has(name) || (await isGranted(name, { ifAvailable: true })) || held.has(name)) return true;
  if ((await isGranted(name, { signal: AbortSignal.timeout(leavingMs) })) || held.has(name)) return true;
  if (whenFree !== undefined && !awaited.has(name)) {
    awaited.add(name);
    void isGranted(name, {}).then((isFree) => {
      awaited.delete(name);
      if (isFree) whenFree();
    });
  }
  return false;
}

function isGranted(name: string, options: LockOptions): Promise<boolean> {
  return new Promise((resolve) => {
    const answered = async (lock: Lock | null): Promise<void> => {
      if (lock !== null) held.add(name);
      resolve(lock !== null);
      // Until this page is gone.
      if (lock !== null) await new Promise(() => undefined);
    };
    navigator.locks.request(`daybook.${name}`, options, answered).catch((error: unknown) => {
      const isAlone = areForbidden(error);
      if (isAlone) held.add(name);
      resolve(isAlone);
    });
  });
}

/** Does the work, unless another page that is open is doing what the name stands for. */
export async function doAlone(name: string, work: () => Promise<void>): Promise<void> {
  const answered = async (lock: Lock | null): Promise<void> => {
    if (lock !== null) await work();
  };
  try {
    await navigator.locks.request(`daybook.${name}`, { ifAvailable: true }, answered);
  } catch (error) {
    if (!areForbidden(error)) throw error;
    await work();
  }
}

/** A browser that forbids storage forbids locks too. Then no page knows what another one has kept, and each does everything. */
function areForbidden(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'SecurityError';
}
