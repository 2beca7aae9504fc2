import { randomBytes } from 'node:crypto';
import { compose } from '../app/compose.ts';
import { openConfiguredStorage } from '../app/open-storage.ts';
import { checkParticipant } from '../features/engage/erasure/index.ts';
import { createAccount, getUserIdByEmail, setPlan } from '../features/identity/accounts/index.ts';
import { createKey, revokeKey } from '../features/identity/api-keys/index.ts';
import { createSignInLink, setPassword } from '../features/identity/sign-in/index.ts';
import { systemClock } from '../foundation/clock.ts';
import { isEmailAddress } from '../foundation/email-address.ts';
import { type PlanName, planNames } from '../foundation/plans.ts';
import { type AccountKind, accountKinds, type Role, roles } from '../foundation/principal.ts';
import { StartError } from '../foundation/start-error.ts';
import type { Config } from '../platform/config/index.ts';
import type { Database } from '../platform/database/index.ts';
import { createLog } from '../platform/log/log.ts';
import { createSecretBox } from '../platform/secret-box/secret-box.ts';
import { backup } from './backup/backup.ts';
import { restore } from './backup/restore.ts';
import { readExpiry } from './read-expiry.ts';

interface CommandInput {
  db: Database;
  config: Config;
  options: Record<string, string>;
}

export interface Command {
  name: string;
  options: Record<string, 'required' | 'optional'>;
  /** Fails while a server runs on this DATA_DIR. */
  alone?: boolean;
  run(input: CommandInput): Promise<object>;
}

/** For commands that sign and decrypt nothing. */
const noSecretKey = 'nothing is signed by this command';

export const commands: Command[] = [
  {
    name: 'account create',
    options: {
      email: 'required',
      name: 'optional',
      kind: 'optional',
      plan: 'optional',
      workspace: 'optional',
      role: 'optional',
    },
    async run({ db, options }) {
      const now = new Date();
      const email = emailAddress(options.email as string);
      const plan = oneOf<PlanName>('plan', planNames, options.plan);
      return db.transaction(async (tx) => {
        const account = await createAccount(
          tx,
          {
            email,
            name: options.name,
            kind: oneOf<AccountKind>('kind', accountKinds, options.kind),
            plan,
            workspace_id: options.workspace,
            role: oneOf<Role>('role', roles, options.role),
          },
          now,
        );
        const { key } = await createKey(tx, account.user_id, { name: 'Made by the operator' }, now);
        return { ...account, api_key: key };
      });
    },
  },
  {
    name: 'key create',
    options: { email: 'required', name: 'required', expires: 'optional' },
    async run({ db, options }) {
      const now = new Date();
      const expires_at = options.expires === undefined ? null : readExpiry(options.expires, now);
      const userId = await getUserIdByEmail(db, options.email as string);
      const { row, key } = await createKey(db, userId, { name: options.name as string, expires_at }, now);
      return { key_id: row.id, api_key: key, expires_at: row.expires_at };
    },
  },
  {
    name: 'key revoke',
    options: { id: 'required' },
    async run({ db, options }) {
      const row = await revokeKey(db, options.id as string, new Date());
      return { key_id: row.id, revoked_at: row.revoked_at };
    },
  },
  {
    // Sets and prints a new password, and ends all sign-ins of the account.
    name: 'password set',
    options: { email: 'required' },
    async run({ db, options }) {
      const userId = await getUserIdByEmail(db, options.email as string);
      const password = randomBytes(12).toString('base64url');
      await setPassword(db, userId, password, new Date());
      return { user_id: userId, password };
    },
  },
  {
    // Prints a link that signs in once, for someone who cannot receive mail.
    name: 'account sign-in-link',
    options: { email: 'required' },
    async run({ db, config, options }) {
      const userId = await getUserIdByEmail(db, options.email as string);
      return { user_id: userId, link: await createSignInLink(db, config.publicUrl, userId, new Date()) };
    },
  },
  {
    name: 'plan set',
    options: { workspace: 'required', plan: 'required' },
    async run({ db, options }) {
      const plan = oneOf<PlanName>('plan', planNames, options.plan) as PlanName;
      await setPlan(db, options.workspace as string, plan, new Date());
      return { workspace_id: options.workspace, plan };
    },
  },
  {
    // Compares the records of files with the stored blobs. It changes nothing.
    name: 'storage check',
    options: {},
    async run({ db, config }) {
      // The features say which blobs their records refer to.
      const log = createLog('silent');
      const parley = await compose({ config, db, clock: systemClock, log, secretKey: noSecretKey });
      return parley.checkStorage().finally(parley.close);
    },
  },
  {
    // Searches all tables and the storage for what remains of an erased participant. It changes nothing.
    name: 'participant check',
    options: { id: 'required', contains: 'optional' },
    async run({ db, config, options }) {
      const box = createSecretBox(noSecretKey);
      const { storage } = await openConfiguredStorage(config, box);
      const texts = options.contains === undefined ? [] : [options.contains];
      return checkParticipant({ db, storage }, options.id as string, texts);
    },
  },
  {
    name: 'backup',
    options: { to: 'required' },
    run: ({ db, config, options }) => backup(db, config, options.to as string, new Date()),
  },
  {
    name: 'restore',
    options: { from: 'required' },
    alone: true,
    run: ({ db, config, options }) => restore(db, config, options.from as string),
  },
];

function oneOf<T extends string>(
  name: string,
  allowed: readonly T[],
  value: string | undefined,
): T | undefined {
  if (value === undefined) return undefined;
  const found = allowed.find((candidate) => candidate === value);
  if (!found) throw new StartError(`--${name} must be one of ${allowed.join(', ')}.`);
  return found;
}

function emailAddress(value: string): string {
  if (isEmailAddress(value)) return value;
  throw new StartError(`--email: "${value}" is not an e-mail address.`);
}
