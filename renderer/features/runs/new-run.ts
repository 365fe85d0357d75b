// What the form of a new task holds, and what of it is sent. Pure.

import { runLimits } from '../../../main/contract/limits.ts';
import type { CreateRun, RunSummary } from '../../../main/contract/runs.ts';

interface NewRunForm {
  readonly task: string;
  readonly provider: string | null;
  readonly model: string | null;
  readonly approval: RunSummary['approval'];
  readonly workspaceRoot: string;
  /** As it was typed. */
  readonly maxSteps: string;
  readonly maxTokens: string;
}

/** A field left empty is null; undefined for what is no whole number from `least` to `most`. */
export function wholeNumber(text: string, least: number, most: number): number | null | undefined {
  const typed = text.trim();
  if (typed === '') return null;
  const value = Number(typed);
  return /^\d+$/.test(typed) && value >= least && value <= most ? value : undefined;
}

/** Null while something in it cannot be sent. */
export function createRunBody({ task, provider, model, approval, workspaceRoot, ...numbers }: NewRunForm): CreateRun | null {
  const maxSteps = wholeNumber(numbers.maxSteps, 1, runLimits.steps);
  const maxTokens = wholeNumber(numbers.maxTokens, runLimits.minTokens, runLimits.tokens);
  if (task.trim() === '' || maxSteps === undefined || maxTokens === undefined) return null;
  return {
    task: task.trim(),
    approval,
    ...(provider === null ? {} : { provider }),
    ...(model === null ? {} : { model }),
    ...(workspaceRoot.trim() === '' ? {} : { workspaceRoot: workspaceRoot.trim() }),
    ...(maxSteps === null ? {} : { maxSteps }),
    ...(maxTokens === null ? {} : { maxTokens }),
  };
}
