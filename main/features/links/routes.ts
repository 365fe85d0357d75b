import { notesApi } from '../../contract/notes.ts';
import { plain, type Endpoint } from '../../http/handler.ts';
import type { LinkPreviews } from './link-previews.ts';

export function linkRoutes(previews: LinkPreviews): Endpoint[] {
  return [plain(notesApi.linkPreview, ({ body }) => previews.preview(body.url))];
}
