import { createHash, randomBytes } from 'node:crypto';
import { AppError, invalidField } from '../../../foundation/errors.ts';
import type { Db } from '../../../platform/database/index.ts';
import { hashPassword, isPassword } from './password.ts';
import {
  deleteSignIn,
  deleteSignInsOfUser,
  findPasswordByEmail,
  findPasswordOfUser,
  findSignIn,
  insertSignIn,
  prolongSignIn,
  savePassword,
} from './store.ts';

export const passwordLengthMin = 10;
export const passwordLengthMax = 200;
export const signInSeconds = 30 * 86_400;
/** How old an expiry may get before it is moved: a write a day, not one a request. */
const prolongAfterMs = 86_400_000;

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Gives the user this password and ends every sign-in made with an earlier one. */
export async function setPassword(db: Db, userId: string, password: string, now: Date): Promise<void> {
  const hash = await hashPassword(password);
  await db.transaction(async (tx) => {
    await savePassword(tx, userId, hash, now);
    await deleteSignInsOfUser(tx, userId);
  });
}

/** Returns the user's id, or refuses in the same words and the same time for an unknown address and a wrong password. */
export async function checkPassword(db: Db, email: string, password: string): Promise<string> {
  const holder = await findPasswordByEmail(db, email);
  const right = await isPassword(password, holder?.hash ?? undefined);
  if (!holder || !right) throw new AppError('unauthorized', 'The address or the password is not right.');
  return holder.user_id;
}

/** A new sign-in; the token exists in the answer's cookie only. */
export async function beginSignIn(db: Db, userId: string, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await insertSignIn(db, {
    token_hash: hashToken(token),
    user_id: userId,
    created_at: now,
    expires_at: expiryFrom(now),
  });
  return token;
}

export const endSignIn = (db: Db, token: string): Promise<void> => deleteSignIn(db, hashToken(token));

export interface LiveSignIn {
  user_id: string;
  /** The expiry was moved: the browser's cookie must follow. */
  prolonged: boolean;
}

/** The sign-in of this token if it is still good; its 30 days begin anew as it is used. */
export async function findLiveSignIn(db: Db, token: string, now: Date): Promise<LiveSignIn | undefined> {
  // Looked up by its hash: how long a comparison takes tells nothing about the token.
  const row = await findSignIn(db, hashToken(token));
  if (!row || row.expires_at <= now) return undefined;
  const expiresAt = expiryFrom(now);
  const prolonged = expiresAt.getTime() - row.expires_at.getTime() >= prolongAfterMs;
  if (prolonged) await prolongSignIn(db, row.token_hash, expiresAt);
  return { user_id: row.user_id, prolonged };
}

/** Changes one's own password: every other browser is signed out, this one gets a new token. */
export async function changePassword(
  db: Db,
  userId: string,
  { current_password, new_password }: { current_password: string; new_password: string },
  now: Date,
): Promise<string> {
  const stored = await findPasswordOfUser(db, userId);
  if (!(await isPassword(current_password, stored)))
    throw invalidField('current_password', 'is not your password.');
  await setPassword(db, userId, new_password, now);
  return beginSignIn(db, userId, now);
}

const expiryFrom = (now: Date) => new Date(now.getTime() + signInSeconds * 1000);
