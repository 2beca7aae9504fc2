import Type from 'typebox';
import { AppError, invalidField } from '../../../foundation/errors.ts';
import { newId } from '../../../foundation/ids.ts';
import type { Db } from '../../../platform/database/index.ts';
import { describeBrowser } from './describe-browser.ts';
import { deleteLinksOfUser } from './one-time-links.ts';
import { hashPassword, verifyPassword } from './password.ts';
import {
  deleteSignIn,
  deleteSignInsOfUser,
  findPasswordByEmail,
  findPasswordOfUser,
  findSignIn,
  insertSignIn,
  savePassword,
  touchSignIn,
} from './store.ts';
import { hashToken, newToken } from './token.ts';

export const passwordLengthMin = 10;
export const passwordLengthMax = 200;
export const signInSeconds = 30 * 86_400;
/** The browser gets a new cookie at most once a day. */
const extendAfterMs = 86_400_000;
/** The last use is recorded at most this often, to avoid a write for every request. */
const touchAfterMs = 300_000;

export const NewPassword = Type.String({ minLength: passwordLengthMin, maxLength: passwordLengthMax });

/** Sets the password and ends all sign-ins and links of the user. */
export async function setPassword(db: Db, userId: string, password: string, now: Date): Promise<void> {
  const hash = await hashPassword(password);
  await db.transaction((tx) => replacePassword(tx, userId, hash, now));
}

/** Like `setPassword`, with a password that is already hashed: hashing takes too long for a transaction. */
export async function replacePassword(tx: Db, userId: string, hash: string, now: Date): Promise<void> {
  await savePassword(tx, userId, hash, now);
  await deleteSignInsOfUser(tx, userId);
  await deleteLinksOfUser(tx, userId);
}

/** Returns the user's id. The error and its timing are the same for an unknown address and a wrong password. */
export async function checkPassword(db: Db, email: string, password: string): Promise<string> {
  const holder = await findPasswordByEmail(db, email);
  const right = await verifyPassword(password, holder?.hash ?? undefined);
  if (!holder || !right) throw new AppError('unauthorized', 'The e-mail address or the password is wrong.');
  return holder.user_id;
}

/** Returns the token of a new sign-in. The database stores only its hash. */
export async function beginSignIn(db: Db, userId: string, now: Date, userAgent?: string): Promise<string> {
  const token = newToken();
  await insertSignIn(db, {
    id: newId('sign_in', now.getTime()),
    token_hash: hashToken(token),
    user_id: userId,
    browser: describeBrowser(userAgent),
    created_at: now,
    last_used_at: now,
    expires_at: expiryFrom(now),
  });
  return token;
}

export const endSignIn = (db: Db, token: string): Promise<void> => deleteSignIn(db, hashToken(token));

export interface ActiveSignIn {
  id: string;
  user_id: string;
  /** The expiry was extended, so the browser needs a new cookie. */
  extended: boolean;
}

/** The sign-in of this token unless it has expired. It expires 30 days after its last use. */
export async function findActiveSignIn(db: Db, token: string, now: Date): Promise<ActiveSignIn | undefined> {
  // The look-up uses the hash, so its duration reveals nothing about the token.
  const row = await findSignIn(db, hashToken(token));
  if (!row || row.expires_at <= now) return undefined;
  const expiresAt = expiryFrom(now);
  const extended = expiresAt.getTime() - row.expires_at.getTime() >= extendAfterMs;
  const unrecordedMs = now.getTime() - row.last_used_at.getTime();
  if (extended || unrecordedMs >= touchAfterMs)
    await touchSignIn(db, row.token_hash, { usedAt: now, expiresAt: extended ? expiresAt : row.expires_at });
  return { id: row.id, user_id: row.user_id, extended };
}

/** Changes the user's own password. All browsers are signed out; this one gets the returned token. */
export async function changePassword(
  db: Db,
  userId: string,
  { current_password, new_password }: { current_password: string; new_password: string },
  now: Date,
  userAgent?: string,
): Promise<string> {
  const stored = await findPasswordOfUser(db, userId);
  if (!(await verifyPassword(current_password, stored)))
    throw invalidField('current_password', 'is not your password.');
  await setPassword(db, userId, new_password, now);
  return beginSignIn(db, userId, now, userAgent);
}

const expiryFrom = (now: Date) => new Date(now.getTime() + signInSeconds * 1000);
