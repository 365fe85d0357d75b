import { useMutation } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { routes } from '../../../api/routes.ts';
import { useMe } from '../../../api/use-me.ts';
import { useService } from '../../../api/service.ts';
import { Button, IconButton } from '../../../ui/Buttons.tsx';
import { copyText } from '../../../ui/hand-over.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Labelled } from '../../../ui/Field.tsx';
import { strings } from './strings.ts';

interface ProgramsDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** How programs that know CalDAV reach the calendars: the address, the name, and a password that is made for them. */
export function ProgramsDialog({ open, onClose }: ProgramsDialogProps): ReactNode {
  const { client, queries } = useService();
  const me = useMe(open);
  const making = useMutation({
    mutationFn: () =>
      client.call(routes.createToken, {
        body: { name: strings.tokenName, scopes: ['calendar:read', 'calendar:write', 'calendar:delete'], expiresAt: null },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['token', 'all'] }),
  });
  const password = making.data?.token ?? null;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={() => {
        making.reset();
      }}
      size="small"
      title={strings.programsTitle}
    >
      <p className="dialog-text">{strings.programsText}</p>
      <div className="programs">
        <Copied label={strings.programsAddress} value={`${client.baseUrl}/dav/`} />
        <Copied label={strings.programsUser} value={me.data?.username ?? ''} />
        {password === null ? (
          <Labelled label={strings.programsPassword}>
            <Button
              aria-disabled={making.isPending}
              onClick={() => {
                if (!making.isPending) making.mutate();
              }}
            >
              {making.isPending ? strings.makingPassword : strings.makePassword}
            </Button>
          </Labelled>
        ) : (
          <>
            <Copied label={strings.programsPassword} value={password} />
            <p className="field-hint">{strings.programsPasswordHint}</p>
          </>
        )}
        {making.error !== null && (
          <p className="field-problem" role="alert">
            {making.error.message}
          </p>
        )}
      </div>
    </Dialog>
  );
}

function Copied({ label, value }: { readonly label: string; readonly value: string }): ReactNode {
  return (
    <Labelled label={label}>
      <div className="feed-address">
        <input className="input" readOnly value={value} aria-label={label} onFocus={({ target }) => target.select()} />
        <IconButton icon={Copy} label={strings.copyOf(label)} onClick={() => void copyText(value)} />
      </div>
    </Labelled>
  );
}
