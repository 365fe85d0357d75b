/** While the page is being closed: warns if `isUnsaved`, and calls `send` for a last attempt. Gives the function that ends this. */
export function onLeaving(isUnsaved: () => boolean, send?: () => void): () => void {
  const ended = new AbortController();
  window.addEventListener(
    'beforeunload',
    (event) => {
      if (isUnsaved()) event.preventDefault();
    },
    { signal: ended.signal },
  );
  if (send !== undefined) window.addEventListener('pagehide', send, { signal: ended.signal });
  return () => {
    ended.abort();
  };
}
