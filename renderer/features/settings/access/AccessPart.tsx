import type { ReactNode } from 'react';
import { Loaded } from '../../../ui/Loaded.tsx';
import { Card } from '../Card.tsx';
import { ConfigForm } from '../config/ConfigForm.tsx';
import { KeyFields } from '../config/KeyFields.tsx';
import { strings as configStrings } from '../config/strings.ts';
import { useConfig, useSaveConfig } from '../config/use-config.ts';
import { Account } from './Account.tsx';
import { Programs } from './programs/Programs.tsx';
import { Token } from './Token.tsx';
import { Users } from './Users.tsx';

const keys = ['SOLO_MODE', 'JWT_EXPIRES_IN', 'JWT_SECRET'] as const;

/** Who gets in, and how. */
export function AccessPart({ isOwner }: { readonly isOwner: boolean }): ReactNode {
  return (
    <>
      <Token />
      <Programs isOwner={isOwner} />
      <Account />
      {isOwner && <SignInKeys />}
      {isOwner && <Users />}
    </>
  );
}

function SignInKeys(): ReactNode {
  const config = useConfig();
  const saving = useSaveConfig();
  return (
    <Loaded query={config} failed={configStrings.failed}>
      {(read) => (
        <ConfigForm owns={(key) => keys.some((owned) => owned === key)} saving={saving}>
          <Card title={configStrings.tokens}>
            <KeyFields keys={keys} config={read} saving={saving} />
          </Card>
        </ConfigForm>
      )}
    </Loaded>
  );
}
