// Where the page was scrolled to in each entry of the history, so that Back, Forward and a reload return there. The page scrolls in boxes
// of its own, which browsers do not put back.

import { withStorage } from '../api/session.ts';

/** The boxes; of several of a kind, which one it is counts. The last one is the hours of the calendar. */
const boxes = [
  '.main',
  '.note-list-scroller',
  '.note-scroller',
  '.board-columns',
  '.column-scroller',
  '.board-table-scroller',
  '.cal-list-scroller',
  '.found-results',
  '.cal-view [role=rowgroup][tabindex]',
] as const;
/** For how many milliseconds what is to be scrolled may take to be read and drawn. */
const timeoutMs = 10_000;
/** For how many frames a place has to last: what is drawn may begin at a place of its own. */
const steadyFrames = 8;
const storageKey = 'daybook.scroll';

interface Place {
  readonly left: number;
  readonly top: number;
  /** In a note, which of its blocks or sections begins it: those above may be drawn with other heights. */
  readonly block?: number;
  /** How far that one was above what was seen, in pixels. */
  readonly above?: number;
}

type Places = Readonly<Record<string, Place>>;

/**
 * Attends to the history until the function that it gives is called, as when the user signs out: then nothing of it stays in the browser.
 * Does nothing in browsers that do not tell entries apart.
 */
export function keepScrollPlaces(): () => void {
  if (!('navigation' in window)) return () => undefined;
  const { navigation } = window;
  const kept = readKept();
  const end = new AbortController();
  const { signal } = end;
  let way: AbortController | null = null;
  const keep = (): void => {
    const key = navigation.currentEntry?.key;
    // What is still on its way has its places already.
    if (key !== undefined && way?.signal.aborted !== false) kept.set(key, placesNow());
  };
  const comeBack = (): void => {
    way?.abort();
    way = returnTo(kept.get(navigation.currentEntry?.key ?? '') ?? {});
  };
  navigation.addEventListener(
    'navigate',
    ({ navigationType }) => {
      if (navigationType === 'replace' || navigationType === 'reload') return;
      keep();
      way?.abort();
    },
    { signal },
  );
  navigation.addEventListener(
    'currententrychange',
    ({ navigationType }) => {
      if (navigationType === 'traverse') comeBack();
    },
    { signal },
  );
  window.addEventListener(
    'pagehide',
    () => {
      keep();
      const known = new Set(navigation.entries().map(({ key }) => key));
      const places = JSON.stringify([...kept].filter(([key]) => known.has(key)));
      withStorage((storage) => {
        storage.setItem(storageKey, places);
      });
    },
    { signal },
  );
  comeBack();
  return () => {
    way?.abort();
    end.abort();
    withStorage((storage) => {
      storage.removeItem(storageKey);
    });
  };
}

function boxesNow(): ReadonlyMap<string, Element> {
  return new Map(boxes.flatMap((box) => [...document.querySelectorAll(box)].map((element, index) => [`${box} ${index}`, element])));
}

function placesNow(): Places {
  return Object.fromEntries([...boxesNow()].map(([name, box]) => [name, placeOf(box)]));
}

function placeOf(box: Element): Place {
  const { scrollLeft: left, scrollTop: top } = box;
  const start = box.getBoundingClientRect().top;
  const block = top === 0 ? -1 : blocksOf(box).findIndex((each) => each.getBoundingClientRect().bottom > start);
  const shown = blocksOf(box)[block];
  return shown === undefined ? { left, top } : { left, top, block, above: start - shown.getBoundingClientRect().top };
}

/** How far down the place is now, in pixels. */
function topOf(box: Element, { top, block = -1, above = 0 }: Place): number {
  const shown = blocksOf(box)[block];
  return shown === undefined ? top : box.scrollTop + shown.getBoundingClientRect().top - box.getBoundingClientRect().top + above;
}

function blocksOf(box: Element): readonly Element[] {
  return box.matches('.note-scroller') ? [...(box.querySelector('.note-text')?.children ?? [])] : [];
}

/** Scrolls the boxes as soon as they are there and large enough, until they stay, or the user does something. */
function returnTo(places: Places): AbortController {
  const way = new AbortController();
  const last = performance.now() + timeoutMs;
  let steady = 0;
  const step = (): void => {
    if (way.signal.aborted) return;
    steady = scrollBoxes(places) ? steady + 1 : 0;
    if (steady >= steadyFrames || performance.now() > last) way.abort();
    else requestAnimationFrame(step);
  };
  const giveWay = (event: Event): void => {
    if (!canLeadBack(event)) way.abort();
  };
  for (const type of ['wheel', 'pointerdown', 'keydown'] as const)
    window.addEventListener(type, giveWay, { signal: way.signal, passive: true, capture: true });
  // Not before the page of this entry is drawn: the one before may have the same boxes.
  requestAnimationFrame(step);
  return way;
}

/** Whether it may be the next Back of several: Alt or ⌘ with a key, a mouse's own button. */
function canLeadBack(event: Event): boolean {
  if (event instanceof KeyboardEvent) return event.altKey || event.metaKey;
  return event instanceof PointerEvent && event.button > 2;
}

/** Whether all were there already. */
function scrollBoxes(places: Places): boolean {
  const now = boxesNow();
  return Object.entries(places).reduce((areThere, [name, place]) => {
    const box = now.get(name);
    if (box === undefined) return areThere && place.left === 0 && place.top === 0;
    const [left, top] = [place.left, topOf(box, place)];
    if (Math.abs(box.scrollTop - top) < 2 && Math.abs(box.scrollLeft - left) < 2) return areThere;
    box.scrollTo({ left, top, behavior: 'instant' });
    return false;
  }, true);
}

function readKept(): Map<string, Places> {
  return (
    withStorage((storage) => new Map(JSON.parse(storage.getItem(storageKey) ?? '[]') as [string, Places][])) ?? new Map<string, Places>()
  );
}
