// What a browser remembers of how its user likes the page. Never content, never a token.

/** Null when nothing was chosen, or the browser forbids storage. */
export function readSetting(name: string): string | null {
  try {
    return localStorage.getItem(`daybook.${name}`);
  } catch {
    return null;
  }
}

/** Null forgets it. */
export function writeSetting(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(`daybook.${name}`);
    else localStorage.setItem(`daybook.${name}`, value);
  } catch {
    // Then it lasts as long as the page.
  }
}

const name = 'linkPreviews';

/** Whether the service may look at the pages that links lead to, for this browser alone: true until the user turns that off. */
export function showsLinkPreviews(): boolean {
  return readSetting(name) !== 'off';
}

export function chooseLinkPreviews(on: boolean): void {
  writeSetting(name, on ? null : 'off');
}
