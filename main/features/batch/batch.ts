// The rules of batches: operations one after the other in one transaction, of which all count or none.

import type { Batch, BatchResult, Operation } from '../../contract/batch.ts';
import { AppError, invalid, RetryableConflict, type FieldError } from '../../lib/app-error.ts';
import type { Caller } from '../../lib/caller.ts';
import { CooperativeScheduler } from '../../lib/cooperative-scheduler.ts';
import { anyVersion, type Precondition } from '../../lib/precondition.ts';
import { hasReference, BatchReferences } from './references.ts';

/** Who asks for a batch, and from where. */
interface Asking {
  readonly caller: Caller;
  readonly address: string;
  readonly signal: AbortSignal;
}

/** What a batch needs to know of an operation that can be done. */
interface BatchOperation<Ahead> {
  /** What takes long, before the write; null where nothing does. */
  prepare(): Promise<Ahead | null>;
  /** Inside the write. Throws what the operation would answer. */
  run(ahead: Ahead | null): { readonly status: number; readonly body: unknown };
}

interface OperationRequest {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly precondition: Precondition;
  readonly asking: Asking;
  /** It is one of several, or only tried out: what prepares it may write nothing. */
  readonly isPart: boolean;
}

interface BatchesOptions<Ahead> {
  /** Why an operation cannot be part of a batch; null if it can. */
  readonly refusal: (method: string, path: string) => string | null;
  /** Whether such an operation can be bound to a version. */
  readonly takesIfMatch: (method: string, path: string) => boolean;
  /** Whether the change feed has entries of a batch. */
  readonly hasChanges: (userId: string, batchId: string) => boolean;
  /** Throws what the operation would answer. */
  readonly open: (request: OperationRequest) => BatchOperation<Ahead>;
  /** Runs `work` inside the present write; what it does is undone unless it says `keep`. */
  readonly undoable: <T>(work: () => { readonly keep: boolean; readonly value: T }) => T;
  /** Runs `work`; what it leaves in the change feed belongs to this batch. */
  readonly attribute: <T>(asking: Asking, batchId: string, work: () => T) => T;
  readonly preconditionOf: (version: number) => Precondition;
  readonly problemOf: (error: AppError) => NonNullable<BatchResult['failed']>['problem'];
  readonly newId: () => string;
  /** What this thread has worked, in milliseconds: other programs on the machine do not lengthen it. */
  readonly processorTime: () => number;
  /** Texts in bodies stay what they are, also where they look like a reference: for callers that write others' texts. */
  readonly literalBodies?: true;
}

/** All answers of a batch together, in characters of JSON. */
const maxAnswerLength = 32 * 1024 * 1024;
/**
 * What the write of a batch may take, in milliseconds of processor time: all others wait for it. As many operations as a batch can hold
 * take a twentieth, but for some changes of one note of a megabyte, of which only the first can be prepared before the write.
 */
const maxWriteMs = 2_000;

/** What was done before the write; of an operation that takes from earlier answers nothing can be. To be disposed of. */
class PreparedBatch<Ahead> implements Disposable {
  readonly ahead: readonly (Ahead | null)[];
  /** Of what it changes, and of what was changed before the write. */
  readonly batchId: string;
  readonly #dispose: () => void;

  constructor(ahead: readonly (Ahead | null)[], batchId: string, dispose: () => void) {
    this.ahead = ahead;
    this.batchId = batchId;
    this.#dispose = dispose;
  }

  [Symbol.dispose](): void {
    this.#dispose();
  }
}

export class Batches<Ahead extends Disposable> {
  readonly #options: BatchesOptions<Ahead>;

  constructor(options: BatchesOptions<Ahead>) {
    this.#options = options;
  }

  /** Throws `validation_failed` for operations that no batch can hold. */
  async prepare({ caller, address, signal }: Asking, { operations, dryRun = false }: Batch): Promise<PreparedBatch<Ahead>> {
    this.#check(operations);
    const stack = new DisposableStack();
    const ahead: (Ahead | null)[] = [];
    const scheduler = new CooperativeScheduler();
    const batchId = caller.batchId ?? this.#options.newId();
    const asking = { caller: { ...caller, batchId }, address, signal };
    const isPart = dryRun || operations.length > 1;
    for (const operation of operations) {
      await scheduler.yieldIfDue();
      const prepared = await this.#prepareOne(asking, operation, isPart);
      if (prepared !== null) stack.use(prepared);
      ahead.push(prepared);
    }
    return new PreparedBatch(ahead, batchId, () => {
      stack.dispose();
    });
  }

  /** Inside a write. Throws `RetryableConflict` when what was prepared is of a state that is gone, and what is no answer to a caller. */
  run(asking: Asking, { operations, dryRun = false }: Batch, { ahead, batchId }: PreparedBatch<Ahead>): BatchResult {
    const { undoable, attribute, hasChanges } = this.#options;
    return undoable(() => {
      const { failed, results } = attribute(asking, batchId, () => this.#runAll(asking, operations, ahead));
      const applied = failed === null && !dryRun;
      const isUndoable = applied && hasChanges(asking.caller.userId, batchId);
      return { keep: applied, value: { applied, batchId: isUndoable ? batchId : null, failed, results } };
    });
  }

  #check(operations: readonly Operation[]): void {
    const errors: FieldError[] = [];
    const refs = new Set<string>();
    for (const [index, { method, path, body, ifMatch, ref }] of operations.entries()) {
      const at = `operations[${index}]`;
      // Any segment will do for one that is not known yet.
      const anyPath = path.replace(/\{\{[^{}]*\}\}/g, 'x');
      const message = this.#options.refusal(method, anyPath);
      if (message !== null) errors.push({ path: `${at}.path`, message });
      else if (ifMatch !== undefined && !this.#options.takesIfMatch(method, anyPath))
        errors.push({ path: `${at}.ifMatch`, message: 'is not possible here: no version is compared' });
      if (method === 'GET' && body !== undefined) errors.push({ path: `${at}.body`, message: 'is not possible with GET' });
      if (ref !== undefined && refs.has(ref)) errors.push({ path: `${at}.ref`, message: 'is the name of an earlier operation' });
      if (ref !== undefined) refs.add(ref);
    }
    const [first, ...others] = errors;
    if (first !== undefined) throw invalid(first, ...others);
  }

  /** null as well where it cannot be done yet: the write shows whether it ever can. */
  async #prepareOne(asking: Asking, operation: Operation, isPart: boolean): Promise<Ahead | null> {
    if (operation.method === 'GET' || hasReference(operation.path) || this.#refers(operation.body)) return null;
    try {
      return await this.#options.open(this.#request(asking, operation, new BatchReferences(), isPart)).prepare();
    } catch (error) {
      if (error instanceof AppError) return null;
      throw error;
    }
  }

  #runAll(asking: Asking, operations: readonly Operation[], ahead: readonly (Ahead | null)[]): Pick<BatchResult, 'failed' | 'results'> {
    const references = new BatchReferences();
    const results: BatchResult['results'] = [];
    let length = 0;
    const { processorTime } = this.#options;
    const began = processorTime();
    for (const [index, operation] of operations.entries()) {
      try {
        if (processorTime() - began > maxWriteMs)
          throw new AppError(
            'too_large',
            'These operations take too long for one batch: send fewer, or several edits of a note as one change',
          );
        const result = this.#options.open(this.#request(asking, operation, references, true)).run(ahead[index] ?? null);
        length += JSON.stringify(result.body).length;
        if (length > maxAnswerLength) throw new AppError('too_large', 'The answers of these operations are too large for one batch');
        results.push(result);
        if (operation.ref !== undefined) references.name(operation.ref, result.body);
      } catch (error) {
        if (!(error instanceof AppError) || error instanceof RetryableConflict) throw error;
        return { failed: { index, problem: this.#options.problemOf(error) }, results };
      }
    }
    return { failed: null, results };
  }

  #request(asking: Asking, { method, path, body, ifMatch }: Operation, references: BatchReferences, isPart: boolean): OperationRequest {
    const precondition = ifMatch === undefined ? anyVersion : this.#options.preconditionOf(ifMatch);
    const filled = this.#options.literalBodies === true ? body : references.fillBody(body);
    return { method, path: references.fillPath(path), body: filled, precondition, asking, isPart };
  }

  #refers(body: unknown): boolean {
    return this.#options.literalBodies !== true && hasReference(JSON.stringify(body ?? null));
  }
}
