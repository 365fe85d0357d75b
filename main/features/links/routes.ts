import { notesApi } from '../../contract/notes.ts';
import { query, type Endpoint } from '../../invoke/endpoint.ts';
import type { LinkPreviews } from './link-previews.ts';

export function linkRoutes(previews: LinkPreviews): Endpoint[] {
  return [query(notesApi.linkPreview, ({ body }) => previews.preview(body.url))];
}
