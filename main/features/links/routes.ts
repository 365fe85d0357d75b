import { notesApi } from '../../contract/notes.ts';
import { download, query, type Endpoint } from '../../invoke/endpoint.ts';
import type { LinkPreviews } from './link-previews.ts';
import type { PictureSource } from './remote-pictures.ts';

export function linkRoutes(previews: LinkPreviews, pictures: PictureSource): Endpoint[] {
  return [
    query(notesApi.linkPreview, ({ body }) => previews.preview(body.url)),
    download(notesApi.remotePicture, ({ body }) => pictures.read(body.url)),
  ];
}
