// What is being created and what the service has not confirmed: kept in the browser with its Idempotency-Key, until it has answered. The
// next page sends it again with the same key, so that it is there exactly once.

import type { MutationOptions } from '@tanstack/react-query';
import { claim } from './claims.ts';
import type { Drafts } from './drafts.ts';
import type { Service } from './service.ts';

/** What is sent to create something. */
export interface Keyed {
  /** Its Idempotency-Key. */
  readonly key: string;
}

/** How something is created; what is not confirmed is sent again by a later page with the options of the same kind. */
export type CreationOptions<Sent extends Keyed, Made> = MutationOptions<Made, Error, Sent> & { readonly meta: { readonly keptAs: string } };

interface Kept {
  readonly kind: string;
  /** Unix milliseconds. */
  readonly at: number;
  readonly sent: Keyed;
}

const beginning = 'creation/';
/** For how many milliseconds it is sent again: the service forgets a key after 24 hours, and would then make a second one. */
const lifetime = 23 * 60 * 60 * 1000;

/** Keeps it from now on; `forget` ends that. Called again, it is kept as it is now. */
export function keepCreation(drafts: Drafts, kind: string, sent: Keyed): void {
  void claim(`creation.${sent.key}`);
  drafts.write(beginning + sent.key, { kind, at: Date.now(), sent } satisfies Kept);
  drafts.flush();
}

/** The service has answered. */
export function forgetCreation(drafts: Drafts, { key }: Keyed): void {
  drafts.drop(beginning + key);
}

/** What is kept under this key, as it was kept last; null when nothing is. */
export function keptCreation(drafts: Drafts, key: string): Keyed | null {
  return (drafts.read(beginning + key) as Kept | null)?.sent ?? null;
}

/** The options of each kind; given when they are needed. */
export type CreationKinds = Readonly<Record<string, () => Promise<(service: Service) => unknown>>>;

/** Sends what pages before this one have sent without hearing of it; that of another page that is open, once that page is gone. */
export async function sendCreationsAgain(service: Service, kinds: CreationKinds): Promise<void> {
  const { drafts, queries } = service;
  const again = (): void => {
    void sendCreationsAgain(service, kinds).catch(() => undefined);
  };
  for (const name of drafts.names(beginning)) {
    const kind = (drafts.read(name) as Kept | null)?.kind ?? '';
    const optionsOf = await kinds[kind]?.();
    if (optionsOf === undefined || !(await claim(`creation.${name.slice(beginning.length)}`, again))) continue;
    const kept = drafts.read(name) as Kept | null;
    // Its page has heard of it just now, or this one is sending it already.
    if (
      kept === null ||
      queries
        .getMutationCache()
        .getAll()
        .some(({ state }) => (state.variables as Keyed | undefined)?.key === kept.sent.key)
    )
      continue;
    const options = optionsOf(service) as MutationOptions<unknown, Error, Keyed>;
    const isTooOld = kept.at < Date.now() - lifetime;
    const mutationFn = isTooOld
      ? () => Promise.reject(new Error('It may have been saved already, more than a day ago.'))
      : options.mutationFn;
    const failed = options.meta?.failed ?? options.meta?.failedLater ?? '';
    const creation = queries
      .getMutationCache()
      .build(queries, { ...options, meta: { ...options.meta, failed }, ...(mutationFn === undefined ? {} : { mutationFn }) });
    creation.execute(kept.sent).catch(() => {
      // The options tell of it, and give back what was written.
    });
  }
}
