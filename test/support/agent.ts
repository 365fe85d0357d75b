// A provider that plays a model with tools, and a client of runs.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Run, RunCall, RunEvent, RunStatus } from '../../main/contract/runs.ts';
import type { Script } from './provider.ts';
import type { Answer, RequestOptions } from './service.ts';

/** A tool that the scripted model calls; a string for its arguments is sent as it is. */
export interface ScriptedCall {
  readonly name: string;
  readonly args: object | string;
  readonly id?: string;
}

const chunk = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;

/** An answer of the model, streamed: its text, and calls whose arguments come in two pieces. */
export const says =
  (content: string, ...calls: readonly ScriptedCall[]): Script =>
  (res) => {
    res.writeHead(200, { 'Content-Type': 'text/event-stream' });
    if (content !== '') for (const word of content.split(/(?<= )/)) res.write(chunk({ content: word }));
    for (const [index, { name, args, id = `call_${index}` }] of calls.entries()) {
      const text = typeof args === 'string' ? args : JSON.stringify(args);
      const half = Math.ceil(text.length / 2);
      res.write(chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: text.slice(0, half) } }] }));
      res.write(chunk({ tool_calls: [{ index, function: { arguments: text.slice(half) } }] }));
    }
    res.write(chunk({}, calls.length > 0 ? 'tool_calls' : 'stop'));
    res.write(`data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 } })}\n\n`);
    res.end('data: [DONE]\n\n');
  };

type Ask = (method: string, path: string, options?: RequestOptions) => Promise<Answer>;

const base = '/api/ai/agent/runs';

/** Runs, as a client with this way of asking sees them. */
export class RunClient {
  readonly #ask: Ask;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  async start(task: string, more: object = {}): Promise<Run> {
    const { status, body } = await this.#ask('POST', base, { body: { task, ...more } });
    if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body as Run;
  }

  async read(id: string): Promise<Run> {
    const { status, body } = await this.#ask('GET', `${base}/${id}`);
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body as Run;
  }

  /** The run once it is in one of these states. */
  async until(id: string, ...states: readonly RunStatus[]): Promise<Run> {
    for (let tries = 0; tries < 2_000; tries += 1) {
      const run = await this.read(id);
      if (states.includes(run.status)) return run;
      await sleep(5);
    }
    const { status, error } = await this.read(id);
    throw new Error(`The run is ${status} ${JSON.stringify(error)}, not ${states.join(' or ')}`);
  }

  decide(id: string, { id: callId }: Pick<RunCall, 'id'>, decision: 'once' | 'run' | 'deny', reason?: string): Promise<Answer> {
    return this.#ask('POST', `${base}/${id}/calls/${callId}`, { body: { decision, ...(reason === undefined ? {} : { reason }) } });
  }

  post(id: string, what: 'cancel' | 'resume' | 'undo' | 'messages', body?: object): Promise<Answer> {
    return this.#ask('POST', `${base}/${id}/${what}`, body === undefined ? {} : { body });
  }
}

/** The events of a stream, until it ends or `enough` says so. */
export async function eventsOf(response: Response, enough: (events: readonly RunEvent[]) => boolean = () => false): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of response.body as unknown as AsyncIterable<Uint8Array>) {
    rest += decoder.decode(bytes, { stream: true });
    const blocks = rest.split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (data !== undefined) events.push(JSON.parse(data) as RunEvent);
    }
    if (enough(events)) break;
  }
  return events;
}

/** The call that waits. */
export function waitingCall({ calls }: Run): RunCall {
  const call = calls.find(({ status }) => status === 'pending');
  if (call === undefined) throw new Error('No call waits');
  return call;
}
