import { afterAll, beforeAll } from 'vitest';
import type { NewAccount } from '../src/features/identity/accounts/index.ts';
import { type Account, type ParleyOptions, startParley, type TestParley } from './harness.ts';

/** A value, or a function for a value that is known only after earlier hooks have run. */
type Later<T> = T | (() => T);

const resolve = <T extends object>(value: Later<T>): T => (typeof value === 'function' ? value() : value);

/**
 * Starts Parley before the tests of this file, or of this `describe`, and stops it after them. The returned object is empty
 * until then, so read it in tests and hooks only.
 */
export function useParley(options: Later<ParleyOptions> = {}): TestParley {
  const parley = {} as TestParley;
  let started: TestParley | undefined;
  beforeAll(async () => {
    started = await startParley(resolve(options));
    Object.assign(parley, started);
  });
  afterAll(() => started?.stop());
  return parley;
}

/** Creates an account before the tests, in a workspace of its own unless `input` names another one. */
export function useAccount(parley: TestParley, input: Later<Partial<NewAccount>> = {}): Account {
  const account = {} as Account;
  beforeAll(async () => {
    Object.assign(account, await parley.account(resolve(input)));
  });
  return account;
}
