// Where the focus goes when a press takes away what was pressed: the cross of a row in a list goes with its row. Browsers leave the focus
// nowhere then, so that the next keys do nothing; layers of Base UI take it themselves.

const controls = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
/** The focus does not leave them for what lies around them. */
const scopes = '[role=dialog], [role=alertdialog], main, aside';
/** What was pressed before is still what they are about. */
const questions = '[role=alertdialog], [role=menu]';
/** Keys that can take away what has the focus. */
const keys: ReadonlySet<string> = new Set(['Enter', 'Escape', 'Delete']);

/** Where a node was before it was taken away. */
type Place = Pick<MutationRecord, 'target' | 'previousSibling' | 'nextSibling'> & { readonly gone: Element };

/** The control that was pressed last. */
let pressed: HTMLElement | null = null;
/** What has come in its place once it is gone. */
let successor: HTMLElement | null = null;

/** For as long as the page stands. Gives the function that ends it. */
export function keepFocusAfterPress(): () => void {
  const look = (records: readonly MutationRecord[]): void => {
    if (pressed === null || pressed.isConnected || records.length === 0) return;
    observer.disconnect();
    const place = placeOf(pressed, records);
    successor = place === null ? null : successorOf(pressed, place);
    // What has taken it by itself keeps it.
    if (document.activeElement === document.body) successor?.focus();
  };
  const observer = new MutationObserver(look);
  // Chromium tells of it before the layers hear of it: what finds the focus somewhere leaves it there.
  const lookSoon = (): void => {
    queueMicrotask(() => {
      look(observer.takeRecords());
    });
  };
  const watch = (event: Event): void => {
    const { target } = event;
    const isOther = event instanceof KeyboardEvent && !keys.has(event.key);
    if (isOther || !(target instanceof Element) || target.closest(questions) !== null) return;
    observer.disconnect();
    successor = null;
    pressed = maybePressed(target);
    const scope = pressed?.closest(scopes) ?? null;
    if (scope !== null) observer.observe(scope, { childList: true, subtree: true });
  };
  const events = ['click', 'keydown'] as const;
  for (const event of events) document.addEventListener(event, watch, { capture: true });
  document.addEventListener('focusout', lookSoon, { capture: true });
  return () => {
    for (const event of events) document.removeEventListener(event, watch, { capture: true });
    document.removeEventListener('focusout', lookSoon, { capture: true });
    observer.disconnect();
  };
}

/** What has the focus, if that is what is pressed, or a field whose form is sent. Not a link: it leads elsewhere. */
function maybePressed(target: Element): HTMLElement | null {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement) || !active.matches(controls) || active.matches('a')) return null;
  const form = target.closest('form');
  return active.contains(target) || (form !== null && target.matches('[type=submit]') && form.contains(active)) ? active : null;
}

/** What takes the focus in the place of an element: itself while it is there; null for what was not pressed last, or has left nothing. */
export function inPlaceOf(element: HTMLElement | null): HTMLElement | null {
  if (element?.isConnected === true) return element;
  return element !== null && element === pressed && successor?.isConnected === true ? successor : null;
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
  for (let around = target instanceof Element ? target : null; around !== null; around = around.parentElement) {
    const all = controlsIn(around);
    const next = all.find((control) => isBehind(control, previousSibling, nextSibling, target));
    const found = next ?? all.at(-1);
    if (found !== undefined) return found;
    if (around.matches(scopes)) return null;
  }
  return null;
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
