import { derived } from '../../../platform/database/derived/declaration.ts';

export const eventLogEpoch = derived('event_log_epoch', { none: 'One row that is never changed.' });
