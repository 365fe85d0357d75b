// What one page alone may do of several that are open: two that sent the same kept text would write it twice.

/** How long a page that is being left may take to let go of its claim, in milliseconds. */
const timeoutMs = 400;

const claimed = new Set<string>();

/** Whether this page may do what the name stands for from now on; false while another page that is open does. */
export async function claim(name: string): Promise<boolean> {
  if (claimed.has(name)) return true;
  return new Promise((resolve) => {
    const granted = async (): Promise<void> => {
      claimed.add(name);
      resolve(true);
      // Until this page is gone.
      await new Promise(() => undefined);
    };
    navigator.locks.request(`daybook.${name}`, { signal: AbortSignal.timeout(timeoutMs) }, granted).catch(() => {
      resolve(false);
    });
  });
}
