import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { cutText } from '../../../../main/contract/cut-text.ts';
import { textLimits } from '../../../../main/contract/limits.ts';
import type { SavedSearch } from '../../../../main/contract/saved-searches.ts';
import type { Changes } from '../../../api/history.ts';
import { routes } from '../../../api/routes.ts';
import { useService } from '../../../api/service.ts';
import { useHistoryMutation, created } from '../../../api/undoable.ts';
import { showUndoMessage } from '../../../ui/toasts.ts';
import { strings } from './strings.ts';

/** What the list of notes is narrowed down to. */
export interface Narrowed {
  readonly typed: string;
  readonly tags: readonly string[];
  /** Null where no notebook is chosen. */
  readonly notebook: string | null;
  readonly isArchive: boolean;
}

/** A value of an operator: in quotes where it has blanks. Quotes within it cannot be written. */
function valueOf(text: string): string {
  const plain = text.replaceAll(/["“”„‟＂]/g, ' ').trim();
  return /\s/.test(plain) ? `"${plain}"` : plain;
}

/** The same in the words and operators of the search over everything. */
export function queryText({ typed, tags, notebook, isArchive }: Narrowed): string {
  const place = notebook === null ? [] : [`in:${valueOf(notebook)}`];
  return [typed, ...tags.map((tag) => `tag:${valueOf(tag)}`), ...place, ...(isArchive ? ['is:archived'] : [])].join(' ');
}

const type = 'saved_search';
const noSearches: readonly SavedSearch[] = [];

/** All of them, as the service has them. */
export function useSavedSearchList() {
  const { client } = useService();
  return useQuery({
    queryKey: [type, 'list'],
    queryFn: ({ signal }) => client.call(routes.listSavedSearches, { signal }),
  });
}

/** In their order; empty until they are read. */
export function useSavedSearches(): readonly SavedSearch[] {
  return useSavedSearchList().data?.items ?? noSearches;
}

interface SavedSearchWriting {
  readonly historyEntry: Changes;
  readonly send: () => Promise<unknown>;
}

interface SavedSearchChange {
  readonly name?: string;
  readonly query?: string;
  readonly position?: number;
}

/** What can be done with saved searches; all of it can be taken back. */
export function useSavedSearchChanges() {
  const service = useService();
  const { mutate } = useHistoryMutation({
    meta: { failed: strings.changeFailed },
    mutationFn: ({ send }: SavedSearchWriting) => send(),
  });
  const { mutateAsync } = useHistoryMutation({ mutationFn: ({ send }: SavedSearchWriting) => send() });
  return useMemo(() => {
    const { client, history } = service;
    const changing = ({ id }: SavedSearch, body: SavedSearchChange, message: string): SavedSearchWriting => {
      const historyEntry = history.begin(message);
      const send = () =>
        historyEntry.make(
          () => client.call(routes.updateSavedSearch, { params: { id }, body }),
          ({ version }) => [{ type, id, version } as const],
        );
      return { historyEntry, send };
    };
    return {
      /** Under the query as its name. */
      save: (query: string): void => {
        const name = cutText(query, textLimits.name);
        const historyEntry = history.begin(strings.saved(name));
        const idempotencyKey = crypto.randomUUID();
        const send = async (): Promise<void> => {
          await historyEntry.make(
            () => client.call(routes.createSavedSearch, { body: { name, query }, idempotencyKey }),
            (made) => [created(type, made)],
          );
          showUndoMessage(service, historyEntry);
        };
        mutate({ historyEntry, send });
      },
      change: (search: SavedSearch, body: SavedSearchChange, message: string): void => {
        mutate(changing(search, body, message));
      },
      /** For a form that tells of a refusal itself: it rejects with what the service said. */
      rewrite: (search: SavedSearch, body: Omit<SavedSearchChange, 'position'>): Promise<unknown> =>
        mutateAsync(changing(search, body, strings.changed(body.name ?? search.name))),
      remove: ({ id, name }: SavedSearch): void => {
        const historyEntry = history.begin(strings.deleted(name));
        const send = () =>
          historyEntry.make(
            () => client.call(routes.deleteSavedSearch, { params: { id } }),
            () => [{ type, id, version: null, how: 'deleted' } as const],
          );
        mutate({ historyEntry, send });
        showUndoMessage(service, historyEntry);
      },
    };
  }, [service, mutate, mutateAsync]);
}
