// Whether the service may look at the pages that links lead to. It does so for this browser alone, so the choice is kept by it.

import { readSetting, writeSetting } from './remembered.ts';

const name = 'linkPreviews';

/** True until the user turns them off. */
export function showsLinkPreviews(): boolean {
  return readSetting(name) !== 'off';
}

export function chooseLinkPreviews(on: boolean): void {
  writeSetting(name, on ? null : 'off');
}
