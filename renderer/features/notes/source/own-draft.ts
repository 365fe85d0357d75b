// Where a page keeps markdown that is not saved: apart from other pages that are open, so that none sends the words of another one.

import { claim } from '../../../api/claims.ts';
import type { Drafts } from '../../../api/drafts.ts';
import { sourceDrafts } from '../session/kept-form.ts';

/** The name of what was left of a note's markdown, where no page that is open goes on with it; else a new name. */
export async function takeDraft(drafts: Drafts, noteId: string): Promise<string> {
  const beginning = sourceDrafts(noteId);
  for (const name of drafts.names(beginning)) if (await claim(name)) return name;
  const name = `${beginning}/${crypto.randomUUID()}`;
  await claim(name);
  return name;
}
