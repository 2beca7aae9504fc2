import { derived } from '../../../platform/database/derived/declaration.ts';

export const erasures = derived('erasures', { none: 'Receipts of erasures, read when they are requested.' });
