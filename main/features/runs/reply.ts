// Runs as the interface shows them. Pure.

import type { Run, RunCall, RunMessage, RunSummary } from '../../contract/runs.ts';
import { toInstant } from '../../lib/clock.ts';
import { deepestJson, isDeeperThan, maybeJson } from '../../lib/json.ts';
import type { StoredRun } from './store.ts';
import type { StoredCall, StoredRunStep } from './step-store.ts';

export function runSummary(run: StoredRun): RunSummary {
  const { id, task, status, error, approval, provider, model, maxSteps, maxTokens, steps } = run;
  return {
    id,
    task,
    status,
    error,
    approval,
    provider,
    model,
    tools: [...run.tools],
    allowedTools: [...run.allowed],
    workspaceRoot: run.workspaceRoot,
    scopes: [...run.scopes],
    batchId: id,
    maxSteps,
    maxTokens,
    steps,
    usage: { promptTokens: run.promptTokens, completionTokens: run.completionTokens, isEstimate: run.isEstimate },
    createdAt: toInstant(run.createdAt),
    updatedAt: toInstant(run.updatedAt),
    endedAt: run.endedAt === null ? null : toInstant(run.endedAt),
  };
}

export function runMessage({ id, role, content, isWhole, createdAt }: Omit<StoredRunStep, 'seq'>): RunMessage {
  return { id, role, content, isWhole, createdAt: toInstant(createdAt) };
}

export function callOf(call: StoredCall): RunCall {
  const { id, stepId, tool, status, diff, decision, reason, result } = call;
  return {
    id,
    messageId: stepId,
    tool,
    arguments: readArguments(call.arguments) ?? call.arguments,
    status,
    diff,
    decision,
    reason,
    result,
    createdAt: toInstant(call.createdAt),
    updatedAt: toInstant(call.updatedAt),
  };
}

export function runOf(run: StoredRun, steps: readonly StoredRunStep[], calls: readonly StoredCall[]): Run {
  return { ...runSummary(run), messages: steps.map(runMessage), calls: calls.map(callOf) };
}

/** The arguments of a call; null for what is no JSON object or is nested too deeply. A tool without any may be called without a text. */
export function readArguments(written: string): Record<string, unknown> | null {
  if (written.trim() === '') return {};
  const value = maybeJson(written);
  if (typeof value !== 'object' || value === null || Array.isArray(value) || isDeeperThan(value, deepestJson)) return null;
  return value as Record<string, unknown>;
}
