// How the text of a note names its files, and those that are still on their way to the service.

import { maybeFileName } from '../../../../main/contract/file-names.ts';

const beginning = 'attachments/uploading-';

/** Under this name, followed by its key, a draft tells that a file waits. */
export const unsentFile = 'upload/';

/** Where a file leads that has no name yet: the key of its upload. */
export function addressOfUpload(key: string): string {
  return beginning + key;
}

/** The key of the upload to which an address leads; null if it leads elsewhere. */
export function maybeUpload(address: string): string | null {
  return address.startsWith(beginning) ? address.slice(beginning.length) : null;
}

/** Whether an address leads to a file of the note, be it on its way. */
export function leadsToFile(address: string): boolean {
  return maybeFileName(address) !== null || maybeUpload(address) !== null;
}

const playable: Readonly<Record<string, 'audio' | 'video'>> = {
  mp3: 'audio',
  m4a: 'audio',
  ogg: 'audio',
  oga: 'audio',
  opus: 'audio',
  wav: 'audio',
  mp4: 'video',
  m4v: 'video',
  webm: 'video',
};

/** With what a file of this name or type is played; null for what is not. */
export function playerFor(name: string, type = ''): 'audio' | 'video' | null {
  if (type.startsWith('audio/')) return 'audio';
  if (type.startsWith('video/')) return 'video';
  return playable[/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''] ?? null;
}
