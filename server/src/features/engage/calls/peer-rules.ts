import type { PeerRow } from './store.ts';

/** Identifies the person of a request in a call: a researcher by the account, the participant by the link of the session. */
export type CallIdentity = Pick<PeerRow, 'session_id' | 'role' | 'user_id'>;

/** Whether the browser belongs to the person. Its id proves nothing: everyone in the call knows it. */
export const isOwnPeer = (peer: CallIdentity, own: CallIdentity): boolean =>
  peer.session_id === own.session_id && peer.role === own.role && peer.user_id === own.user_id;
