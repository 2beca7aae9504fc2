import { expect, test } from 'vitest';
import { type CallIdentity, isOwnPeer } from './peer-rules.ts';

const ada: CallIdentity = { session_id: 'ses_1', role: 'researcher', user_id: 'usr_ada' };
const mina: CallIdentity = { session_id: 'ses_1', role: 'participant', user_id: null };

test.each([
  ['the researcher', ada],
  ['the participant', mina],
])('a browser of %s belongs to the same person', (_, person) => {
  expect(isOwnPeer({ ...person }, person)).toBe(true);
});

test.each([
  ['a colleague', { ...ada, user_id: 'usr_ben' }],
  ['the participant', mina],
  ['the same researcher in another session', { ...ada, session_id: 'ses_2' }],
  ['a participant with the id of the researcher', { ...ada, role: 'participant' as const }],
])('the browser of the researcher does not belong to %s', (_, person) => {
  expect(isOwnPeer(ada, person)).toBe(false);
});
