import { useQuery } from '@tanstack/react-query';
import { File, FileArchive, FileSpreadsheet, FileText, Image } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import type { Attachment } from '../../../../main/contract/cards.ts';
import { smallPictureTypes } from '../../../../main/contract/small-pictures.ts';
import { ServiceError } from '../../../api/client.ts';
import { markInk } from '../../../ui/picture-ink.ts';
import { routes } from '../../../api/routes.ts';
import { useService } from '../../../api/service.ts';

const icons = { picture: Image, archive: FileArchive, table: FileSpreadsheet, text: FileText, other: File } as const;

/** A small picture of a file, or a sign for its kind. `onMissing` is told when the service has lost the file. */
export function Thumbnail({ attachment, onMissing }: { readonly attachment: Attachment; readonly onMissing?: () => void }): ReactNode {
  const { url, isMissing } = useThumbnail(attachment);
  useEffect(() => {
    if (isMissing) onMissing?.();
  }, [isMissing, onMissing]);
  const Icon = icons[kindOf(attachment.mimeType)];
  return (
    <span className="thumbnail">
      {url === null ? (
        <Icon aria-hidden="true" />
      ) : (
        <img
          src={url}
          alt=""
          onLoad={({ currentTarget }) => {
            markInk(currentTarget);
          }}
        />
      )}
    </span>
  );
}

/** The address of a picture in memory; null until it is there, or when there is none. */
function useThumbnail({ id: attachmentId, cardId: id, mimeType }: Attachment): {
  readonly url: string | null;
  readonly isMissing: boolean;
} {
  const { client } = useService();
  const { data, error } = useQuery({
    queryKey: ['attachment', attachmentId, '256'],
    queryFn: async ({ signal }) =>
      (await client.file(routes.readAttachment, { params: { id, attachmentId }, query: { size: '256' }, signal })).blob,
    enabled: smallPictureTypes.has(mimeType),
    meta: { fixed: true },
  });
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (data === undefined) return undefined;
    const made = URL.createObjectURL(data);
    setUrl(made);
    return () => {
      setUrl(null);
      URL.revokeObjectURL(made);
    };
  }, [data]);
  return { url, isMissing: error instanceof ServiceError && error.code === 'file_missing' };
}

function kindOf(mimeType: string): keyof typeof icons {
  if (mimeType.startsWith('image/')) return 'picture';
  if (/zip|rar|7z|tar|gzip/.test(mimeType)) return 'archive';
  if (/sheet|excel|csv/.test(mimeType)) return 'table';
  return /text|pdf|word|document|json|xml/.test(mimeType) ? 'text' : 'other';
}
