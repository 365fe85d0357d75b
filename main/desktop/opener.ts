// Opens what comes from outside: links, Markdown files, calendar files.

import { dialog, type BrowserWindow } from 'electron';
import { cardsApi } from '../contract/boards.ts';
import type { Card } from '../contract/cards.ts';
import { shortened } from '../contract/cut-text.ts';
import { readLink, type DeepLinkTarget } from './deep-link.ts';
import { ImportError, importCalendar, importNote, tryCalendar, type OpenedCalendarFile } from './import-files.ts';
import { bringToFront } from './main-window.ts';
import type { OpenRequest } from './open-requests.ts';
import { boardPath, cardPath, eventDayPath, notePath, todayPath } from '../contract/page-paths.ts';
import { RefusedError, type ServiceClient } from './service-client.ts';

interface OpenerOptions {
  readonly window: BrowserWindow;
  readonly client: ServiceClient;
  /** Shows a page of the app in the window. */
  readonly show: (path: string) => void;
  readonly capture: () => void;
  readonly warn: (message: string) => void;
}

/** How many lines a dialog names before it only counts. */
const maxListedLines = 12;
/** UTF-16 units of a UID in such a line. */
const maxUidLength = 60;

export class Opener {
  readonly #options: OpenerOptions;
  #last: Promise<void> = Promise.resolve();

  constructor(options: OpenerOptions) {
    this.#options = options;
  }

  /** Opens one after the other: a question about one file is answered before the next. Never rejects. */
  open(request: OpenRequest): Promise<void> {
    this.#last = this.#last
      .then(() => (request.kind === 'link' ? this.#link(request.url) : this.#file(request.path)))
      .catch((error: unknown) => this.#failed(error));
    return this.#last;
  }

  async #link(url: string): Promise<void> {
    const target = readLink(url);
    if (target === null) {
      // Not the link itself: it may hold anything.
      this.#options.warn('A link that is none of Daybook’s was left alone');
      return;
    }
    if (target.kind === 'capture') {
      this.#options.capture();
      return;
    }
    this.#options.show(await this.#pathOf(target));
  }

  async #pathOf(target: Exclude<DeepLinkTarget, { kind: 'capture' }>): Promise<string> {
    switch (target.kind) {
      case 'note':
        return notePath(target.id);
      case 'event':
        return eventDayPath(target.id);
      case 'board':
        return boardPath(target.projectId);
      case 'card':
        return cardPath((await this.#card(target.id)).projectId, target.id);
      default:
        return todayPath;
    }
  }

  async #card(id: string): Promise<Card> {
    try {
      return await this.#options.client.call(cardsApi.readCard, { params: { id } });
    } catch (error) {
      if (error instanceof RefusedError && error.status === 404)
        throw new ImportError('The card that this link leads to is no longer there', { cause: error });
      throw error;
    }
  }

  async #file(path: string): Promise<void> {
    const { client, show } = this.#options;
    if (!path.toLowerCase().endsWith('.ics')) {
      show(notePath(await importNote(path, client)));
      return;
    }
    const file = await tryCalendar(path, client);
    if (!(await this.#agrees(file))) return;
    const first = await importCalendar(file, client);
    if (first !== null) show(eventDayPath(first));
  }

  /** Says what would come of it, and asks. */
  async #agrees({ name, calendar, report }: OpenedCalendarFile): Promise<boolean> {
    const { window } = this.#options;
    bringToFront(window);
    const { created, updated, unchanged, kept, conflicts, silentAlarms, skipped, lost } = report;
    const count = created + updated + kept;
    const told = [
      ...(kept === 0
        ? []
        : ['', 'Changed here and in the file: yours stays, the other comes in as:', ...listed(conflicts.map(({ second }) => second))]),
      ...(silentAlarms === 0 ? [] : ['', `Alarms that will not ring here: ${silentAlarms}`]),
      ...(skipped.length === 0
        ? []
        : ['', 'Left out:', ...listed(skipped.map(({ uid, reason }) => `${shortened(uid, maxUidLength)}: ${reason}`))]),
      ...(lost.length === 0
        ? []
        : [
            '',
            'Not taken over:',
            ...listed(lost.map(({ uid, property }) => (uid === null ? property : `${shortened(uid, maxUidLength)}: ${property}`))),
          ]),
    ];
    if (count === 0) {
      const known = unchanged === 0 ? [] : [unchanged === 1 ? 'Its event is there already.' : `Its ${unchanged} events are there already.`];
      await dialog.showMessageBox(window, {
        type: 'info',
        message: `There are no events in ${name} that can be added`,
        detail: [...known, ...told].join('\n').trim(),
        buttons: ['OK'],
      });
      return false;
    }
    const { response } = await dialog.showMessageBox(window, {
      type: 'question',
      message: count === 1 ? `Add the event of ${name} to the calendar?` : `Add the ${count} events of ${name} to the calendar?`,
      detail: [`${created} new, ${updated} changed, ${unchanged} as they are, in “${calendar.name}”.`, ...told].join('\n'),
      buttons: ['Add', 'Cancel'],
      defaultId: 0,
      cancelId: 1,
    });
    return response === 0;
  }

  async #failed(error: unknown): Promise<void> {
    const { warn, window } = this.#options;
    const message = error instanceof Error ? error.message : String(error);
    if (!(error instanceof ImportError)) warn(`What was to be opened could not be (${message})`);
    if (window.isDestroyed()) return;
    bringToFront(window);
    await dialog.showMessageBox(window, { type: 'error', message: 'That could not be opened', detail: message, buttons: ['OK'] });
  }
}

function listed(lines: readonly string[]): string[] {
  const shown = lines.slice(0, maxListedLines).map((line) => `• ${line}`);
  return lines.length > maxListedLines ? [...shown, `and ${lines.length - maxListedLines} more`] : shown;
}
