import { derived } from '../../../platform/database/derived/declaration.ts';

const duringCall = 'The browsers in the call read it several times a second.';

export const callPeers = derived('call_peers', { none: duringCall });
export const callSignals = derived('call_signals', { none: duringCall });
export const callRecordings = derived('call_recordings', {
  none: 'It connects a recording to its call; the file is live.',
});
