import type { ReactNode } from 'react';
import { KeyCard } from '../config/KeyCard.tsx';
import { strings as configStrings } from '../config/strings.ts';
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
      {isOwner && <KeyCard title={configStrings.tokens} keys={keys} />}
      {isOwner && <Users />}
    </>
  );
}
