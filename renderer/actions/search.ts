import type { LucideIcon } from 'lucide-react';
import type { Service } from '../api/service.ts';

/** One record that the search has found. */
export interface Found {
  readonly id: string;
  readonly name: string;
  /** A few words on it: where it is, when it is. */
  readonly detail?: string;
  readonly icon: LucideIcon;
  /** Where it is shown. */
  readonly path: string;
}

/** What a feature adds to the one search of the command palette. */
export interface SearchSource {
  /** The type of its records, as the feed names it. */
  readonly type: 'note' | 'card' | 'event';
  readonly heading: string;
  /** The best few, best first. Throws like `Client.call`. */
  readonly find: (service: Service, text: string, signal: AbortSignal) => Promise<readonly Found[]>;
}

/** How many records of each type the palette shows. */
export const maxFound = 6;
