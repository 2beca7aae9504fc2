import { derived } from '../../../platform/database/derived/declaration.ts';

export const signIns = derived('sign_ins', { sql: ['note-sign-out.sql'] });

export const passwords = derived('passwords', { none: 'Only the sign-in reads it.' });
export const oneTimeLinks = derived('one_time_links', { none: 'Only the sign-in reads it.' });
