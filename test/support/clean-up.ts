// What tests undo once they have ended.

import { TestRunner } from 'vitest';

type Task = () => unknown;

const ofTest: Task[] = [];
const ofFile: Task[] = [];

/**
 * Has `task` run after the test that is running, or after all tests of the file where none is, as in `beforeAll`. The files of a worker
 * share their modules: a hook at the top of a module of support would be one of the first file alone.
 */
export function cleanUpBy(task: Task): void {
  (TestRunner.getCurrentTest() === undefined ? ofFile : ofTest).push(task);
}

/** The last that was done is undone first. All are tried; throws the first error. */
async function run(tasks: Task[]): Promise<void> {
  const errors: unknown[] = [];
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
    try {
      await task();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}

export const cleanUpTest = (): Promise<void> => run(ofTest);
export const cleanUpFile = (): Promise<void> => run(ofFile);
