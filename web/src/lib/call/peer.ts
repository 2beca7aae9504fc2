/** A browser in a call. */
export interface Peer {
  id: string;
  role: 'participant' | 'researcher';
  name: string | null;
}
