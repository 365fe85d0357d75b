/** Calls `work` when the browser has nothing else to do, or a second later; gives the function that ends the wait. */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, 50);
    return () => {
      clearTimeout(timer);
    };
  }
  const handle = requestIdleCallback(work, { timeout: 1_000 });
  return () => {
    cancelIdleCallback(handle);
  };
}
