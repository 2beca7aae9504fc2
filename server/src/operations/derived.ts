import { derived } from '../platform/database/derived/declaration.ts';

export const settings = derived('settings', { none: 'Properties of the installation, read at the start.' });
