// Runs steps side by side, each as soon as what it waits for is done and as many workers as it wants are free.

export interface Step {
  readonly name: string;
  /** How many processes of it work at the same time; none for one that only waits, which others make no room for. */
  readonly workers: number;
  /** The names of steps that must be over before. */
  readonly after?: readonly string[];
}

/**
 * Runs all steps, those named first in the list first, and gives their results in the order of the list. A step that wants more
 * workers than there are runs alone. Rejects as `run` does, once what was running has ended.
 */
export async function runSteps<S extends Step, R>(steps: readonly S[], workers: number, run: (step: S) => Promise<R>): Promise<R[]> {
  const results = new Map<S, R>();
  const waiting = new Set(steps);
  const running = new Map<S, Promise<void>>();
  const errors: unknown[] = [];
  const isOver = (name: string): boolean => ![...waiting, ...running.keys()].some((step) => step.name === name);
  const used = (): number => [...running.keys()].reduce((sum, step) => sum + step.workers, 0);
  const fits = (step: S): boolean => running.size === 0 || used() + step.workers <= workers;
  const start = (step: S): void => {
    waiting.delete(step);
    const over = run(step).then(
      (result) => {
        results.set(step, result);
      },
      (error: unknown) => {
        errors.push(error);
      },
    );
    running.set(
      step,
      over.finally(() => {
        running.delete(step);
      }),
    );
  };
  while (errors.length === 0) {
    for (const step of waiting) {
      const ready = (step.after ?? []).every(isOver);
      if (ready && fits(step)) start(step);
    }
    if (running.size === 0) break;
    await Promise.race(running.values());
  }
  await Promise.all(running.values());
  if (errors.length > 0) throw errors[0];
  if (waiting.size > 0) throw new Error(`These steps wait for each other: ${[...waiting].map(({ name }) => name).join(', ')}`);
  return steps.map((step) => results.get(step) as R);
}
