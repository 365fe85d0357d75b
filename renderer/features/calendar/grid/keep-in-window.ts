/** How far what is kept in the window stays away from its edges, in pixels. */
const margin = 8;

/** Moves the list of a busy day up where it goes beyond the lower edge of the window; `head` is in it, and has just been drawn. */
export function keepInWindow(head: HTMLElement): void {
  const popover = head.closest<HTMLElement>('.cal-popover');
  if (popover === null) return;
  // FullCalendar puts it beside its day once all of it is drawn.
  queueMicrotask(() => {
    const { top, bottom } = popover.getBoundingClientRect();
    const beyond = Math.min(bottom - window.innerHeight + margin, top - margin);
    if (beyond > 0) popover.style.top = `${popover.offsetTop - beyond}px`;
  });
}
