import { Copy, Plus } from 'lucide-react';
import { useId, useRef, useState, type ReactNode } from 'react';
import { useService } from '../../../../api/service.ts';
import { Button } from '../../../../ui/Buttons.tsx';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { Select } from '../../../../ui/Select.tsx';
import { copyToken } from '../Token.tsx';
import { assistants, snippetFor, type Assistant } from './snippets.ts';
import { strings } from './strings.ts';
import { NewTokenForm, type MadeToken } from './NewTokenForm.tsx';

/** The button that makes a token, what it asks, and the token, which is shown this once. */
export function MakeToken({ isOwner }: { readonly isOwner: boolean }): ReactNode {
  const [open, setOpen] = useState(false);
  const [made, setMade] = useState<MadeToken | null>(null);
  const formId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setOpen(false);
  };
  return (
    <>
      <Button
        ref={button}
        onClick={() => {
          setOpen(true);
        }}
      >
        <Plus aria-hidden="true" />
        {strings.make}
      </Button>
      <Dialog
        key={made === null ? 'form' : 'token'}
        open={open}
        // What was pressed last, the button of the form, is gone by then.
        finalFocus={button}
        onClose={close}
        onClosed={() => {
          // The token is kept nowhere.
          setMade(null);
        }}
        title={made === null ? strings.make : strings.madeTitle}
        actions={
          made === null ? (
            <>
              <Button onClick={close}>{strings.cancel}</Button>
              <Button primary type="submit" form={formId}>
                {strings.make}
              </Button>
            </>
          ) : (
            <Button primary onClick={close}>
              {strings.done}
            </Button>
          )
        }
      >
        {made === null ? <NewTokenForm id={formId} isOwner={isOwner} onMade={setMade} /> : <Made made={made} />}
      </Dialog>
    </>
  );
}

function Made({ made: { name, token } }: { readonly made: MadeToken }): ReactNode {
  return (
    <div className="made-token">
      <p>{strings.madeHint(name)}</p>
      <output className="token-text" aria-label={strings.token}>
        {token}
      </output>
      <Button data-autofocus onClick={() => void copyToken(token)}>
        <Copy aria-hidden="true" />
        {strings.copy}
      </Button>
      <ForAssistant token={token} />
    </div>
  );
}

/** What an assistant is to be told, for those that have a form of their own. */
function ForAssistant({ token }: { readonly token: string }): ReactNode {
  const { client } = useService();
  const [assistant, setAssistant] = useState<Assistant | 'none'>('none');
  const snippet = assistant === 'none' ? null : snippetFor(assistant, client.baseUrl, token);
  return (
    <>
      <p>{strings.assistantHint}</p>
      <Select
        label={strings.assistant}
        value={assistant}
        options={(['none', ...assistants] as const).map((value) => ({ value, name: strings.assistants[value] }))}
        onChange={setAssistant}
      />
      {assistant !== 'none' && snippet !== null && (
        <>
          <output className="token-text assistant-snippet" aria-label={strings.snippet}>
            {snippet}
          </output>
          <p>{strings.assistantPlaces[assistant]}</p>
          <Button onClick={() => void copyToken(snippet)}>
            <Copy aria-hidden="true" />
            {strings.copySnippet}
          </Button>
        </>
      )}
    </>
  );
}
