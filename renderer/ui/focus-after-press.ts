// Where the focus goes when a press takes away what was pressed: the cross of a row in a list goes with its row. Browsers leave the focus
// nowhere then, so that the next keys do nothing; layers of Base UI take it themselves.

const controls = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
/** The focus does not leave them for what lies around them. */
const scopes = '[role=dialog], [role=alertdialog], main, aside';
/** What stands around the page, such as the banners over it: there the focus goes on to the page itself. */
const frame = '.frame';
/** What lies above the page, and is left for it once nothing is in it. */
const above = '.toasts, .ringing';
/** What was pressed before is still what they are about. */
const questions = '[role=alertdialog]:not(.toast), [role=menu]';
/** Keys that can take away what has the focus. */
const keys: ReadonlySet<string> = new Set(['Enter', 'Escape', 'Delete']);
/** Presses that are followed: on a row, on what its menu opens, and on a button there. */
const maxPresses = 3;

/** Where a node was before it was taken away. */
type Place = Pick<MutationRecord, 'target' | 'previousSibling' | 'nextSibling'> & { readonly gone: Element };

interface Press {
  readonly element: HTMLElement;
  readonly observer: MutationObserver;
}

/** What has come in the place of what was pressed and is gone. */
const successors = new WeakMap<HTMLElement, HTMLElement>();
/** What had the focus last that does not lie above the page. */
let lastOnPage: HTMLElement | null = null;

/** For as long as the page stands. Gives the function that ends it. */
export function keepFocusAfterPress(): () => void {
  let presses: readonly Press[] = [];
  const forget = (press: Press): void => {
    press.observer.disconnect();
    presses = presses.filter((each) => each !== press);
  };
  const look = (press: Press, records: readonly MutationRecord[]): void => {
    const { element } = press;
    if (element.isConnected || records.length === 0) return;
    forget(press);
    const place = placeOf(element, records);
    const successor = place === null ? null : successorOf(element, place);
    if (successor === null) return;
    successors.set(element, successor);
    // What has taken it by itself keeps it.
    if (document.activeElement === document.body) successor.focus();
  };
  // Chromium tells of it before the layers hear of it: what finds the focus somewhere leaves it there.
  const lookSoon = (): void => {
    queueMicrotask(() => {
      for (const press of presses.toReversed()) look(press, press.observer.takeRecords());
    });
  };
  const watch = (event: Event): void => {
    const { target } = event;
    const isOther = event instanceof KeyboardEvent && !keys.has(event.key);
    if (isOther || !(target instanceof Element) || target.closest(questions) !== null) return;
    const element = maybePressed(target, event.type === 'contextmenu' || (event instanceof KeyboardEvent && event.key === 'Delete'));
    const scope = element?.closest(above)?.parentElement ?? element?.closest(scopes) ?? element?.closest(frame) ?? null;
    if (element === null || scope === null) return;
    for (const earlier of presses) if (earlier.element === element) forget(earlier);
    for (const oldest of presses.slice(0, -maxPresses + 1)) forget(oldest);
    const press: Press = {
      element,
      observer: new MutationObserver((records) => {
        look(press, records);
      }),
    };
    press.observer.observe(scope, { childList: true, subtree: true });
    presses = [...presses, press];
  };
  const note = ({ target }: FocusEvent): void => {
    if (target instanceof HTMLElement && target.closest(above) === null) lastOnPage = target;
  };
  const end = new AbortController();
  const options = { capture: true, signal: end.signal };
  document.addEventListener('click', watch, options);
  document.addEventListener('keydown', watch, options);
  document.addEventListener('contextmenu', watch, options);
  document.addEventListener('focusout', lookSoon, options);
  document.addEventListener('focusin', note, options);
  return () => {
    end.abort();
    for (const press of presses) forget(press);
  };
}

/** What has the focus, if that is what is pressed, or a field whose form is sent. A link leads elsewhere, but can be deleted too. */
function maybePressed(target: Element, isOfLinks: boolean): HTMLElement | null {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement) || !active.matches(controls) || (active.matches('a') && !isOfLinks)) return null;
  const form = target.closest('form');
  return active.contains(target) || (form !== null && target.matches('[type=submit]') && form.contains(active)) ? active : null;
}

/**
 * Leaves what lies above the page for the page, where `pressed` has the focus still and will go: what its press brings there beside it is
 * not the next of it.
 */
export function leaveAbove(pressed: Element): void {
  if (document.activeElement === pressed) onPage()?.focus();
}

/** What takes the focus in the place of an element: itself while it is there; null for what was not pressed lately, or has left nothing. */
export function inPlaceOf(element: HTMLElement | null): HTMLElement | null {
  if (element === null || element.isConnected) return element;
  return inPlaceOf(successors.get(element) ?? null);
}

/** Whether the focus is at something else already when a layer closes. */
export function isFocusElsewhere(layer: HTMLElement | null): boolean {
  const { activeElement } = document;
  return activeElement !== null && activeElement !== document.body && layer?.contains(activeElement) !== true;
}

/** What the user has opened a layer with: of an item of a menu, which goes, the button of the menu, or the row of a tree around it. */
export function openerOf(element: Element | null): HTMLElement | null {
  const menu = element?.closest('[role=menu]');
  const button = document.querySelector<HTMLElement>(`button[id="${menu?.getAttribute('aria-labelledby') ?? ''}"]`);
  return button?.closest<HTMLElement>('[role=treeitem]') ?? button ?? (element instanceof HTMLElement ? element : null);
}

/** Null where a whole page has gone, or the place with it. */
function placeOf(element: Element, records: readonly MutationRecord[]): Place | null {
  let lost: Node = element;
  for (const { target, previousSibling, nextSibling, removedNodes } of records) {
    const gone = [...removedNodes].find((node): node is Element => node instanceof Element && node.contains(lost));
    if (gone === undefined) continue;
    if (gone.querySelector('h1') !== null) return null;
    if (target.isConnected) return { target, previousSibling, nextSibling, gone };
    lost = target;
  }
  return null;
}

function successorOf(element: Element, { target, previousSibling, nextSibling, gone }: Place): HTMLElement | null {
  for (const beside of [nextSibling, previousSibling]) {
    const twin = beside instanceof Element ? maybeTwin(element, gone, beside) : null;
    if (twin !== null) return twin;
  }
  if (gone.matches(above)) return onPage();
  for (let around = target instanceof Element ? target : null; around !== null; around = around.parentElement) {
    const all = controlsIn(around);
    const next = all.find((control) => isBehind(control, previousSibling, nextSibling, target));
    const found = next ?? all.at(-1);
    if (found !== undefined) return found;
    if (around.matches(above)) return onPage();
    if (around.matches(scopes)) return null;
  }
  return null;
}

/** What had the focus before, else the page itself. */
function onPage(): HTMLElement | null {
  return lastOnPage?.isConnected === true && lastOnPage !== document.body ? lastOnPage : document.querySelector<HTMLElement>('#main');
}

/** The same control of a row like the one that is gone; null where there is none. */
function maybeTwin(element: Element, gone: Element, beside: Element): HTMLElement | null {
  if (!beside.isConnected || beside.tagName !== gone.tagName || beside.className !== gone.className) return null;
  if (beside.matches(controls)) return isUsable(beside) && beside instanceof HTMLElement ? beside : null;
  const [own, others] = [[...gone.querySelectorAll(controls)], controlsIn(beside)];
  return (own.length === others.length ? others[own.indexOf(element)] : undefined) ?? others[0] ?? null;
}

/** Whether a control comes after the place. */
function isBehind(control: Element, previous: Node | null, next: Node | null, parent: Node): boolean {
  const follows = (node: Node): boolean => (node.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  if (next?.isConnected === true) return next.contains(control) || follows(next);
  if (previous?.isConnected === true) return !previous.contains(control) && follows(previous);
  return follows(parent) && !parent.contains(control);
}

function controlsIn(element: Element): HTMLElement[] {
  return [...element.querySelectorAll<HTMLElement>(controls)].filter(isUsable);
}

function isUsable(element: Element): boolean {
  return (
    element.checkVisibility({ visibilityProperty: true }) && !element.matches(':disabled, [tabindex="-1"], [inert] *, [aria-hidden=true]')
  );
}
