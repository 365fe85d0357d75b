/**
 * A function that runs `work` at once; asked again meanwhile, it runs once more afterwards, however often it was asked.
 * So a burst of changes is answered at its first and after its last, without a request for each. `work` must not reject.
 */
export function coalesce(work: () => Promise<void>): () => void {
  let running = false;
  let again = false;
  const run = async (): Promise<void> => {
    running = true;
    do {
      again = false;
      await work();
    } while (again);
    running = false;
  };
  return () => {
    if (running) again = true;
    else void run();
  };
}
