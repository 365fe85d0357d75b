// A run as its event stream tells of it. Pure.

import type { RunCall, RunEvent, RunMessage, RunStatus, RunSummary } from '../../../main/contract/runs.ts';

export interface ShownRun {
  /** Null before anything has come. */
  readonly run: RunSummary | null;
  /** In the order in which they came up. */
  readonly messages: readonly RunMessage[];
  readonly calls: readonly RunCall[];
}

export const unknownRun: ShownRun = { run: null, messages: [], calls: [] };

/** The state after an event. A stream that begins anew tells all of it again, which changes nothing that is known. */
export function afterEvent(state: ShownRun, event: RunEvent): ShownRun {
  switch (event.type) {
    case 'run':
      return { ...state, run: event.run };
    case 'message':
      return { ...state, messages: put(state.messages, event.message) };
    case 'call':
      return { ...state, calls: put(state.calls, event.call) };
    case 'text': {
      const { messageId, text } = event;
      const messages = state.messages.map((message) =>
        message.id === messageId ? { ...message, content: message.content + text } : message,
      );
      return { ...state, messages };
    }
  }
}

/** In its place where it is known, else at the end. */
function put<Item extends { readonly id: string }>(items: readonly Item[], item: Item): readonly Item[] {
  const index = items.findIndex(({ id }) => id === item.id);
  return index === -1 ? [...items, item] : items.with(index, item);
}

/** A message, and the tools that it asked for. */
export interface RunStep {
  readonly message: RunMessage;
  readonly calls: readonly RunCall[];
}

export function stepsOf({ messages, calls }: Pick<ShownRun, 'messages' | 'calls'>): readonly RunStep[] {
  const byMessage = Map.groupBy(calls, ({ messageId }) => messageId);
  return messages.map((message) => ({ message, calls: byMessage.get(message.id) ?? [] }));
}

/** Nothing more comes of it by itself. */
export function hasEnded(status: RunStatus): boolean {
  return status !== 'running' && status !== 'waiting';
}

/** The calls that wait for a decision, the one that is next first. */
export function waitingCalls({ run, calls }: Pick<ShownRun, 'run' | 'calls'>): readonly RunCall[] {
  if (run === null || !['running', 'waiting', 'interrupted'].includes(run.status)) return [];
  return calls.filter(({ status }) => status === 'pending');
}

/** Tools that change nothing. */
const readers = new Set(['search', 'read', 'list', 'find_free_time', 'list_files', 'read_file']);

/** Whether something was carried out that may have changed something. */
export function hasActed({ calls }: Pick<ShownRun, 'calls'>): boolean {
  return calls.some(({ tool, status }) => status === 'done' && !readers.has(tool));
}

/** Whether the model is expected to write: nothing else is under way. */
export function isThinking({ run, messages, calls }: ShownRun): boolean {
  if (run?.status !== 'running') return false;
  if (calls.some(({ status }) => status === 'pending' || status === 'approved' || status === 'running')) return false;
  const last = messages.at(-1);
  return last === undefined || last.role === 'user' || last.content === '' || calls.some(({ messageId }) => messageId === last.id);
}
