import { derived } from '../../../platform/database/derived/declaration.ts';

const noPage = 'Other programs read it through the API; no page shows it.';

export const automationHooks = derived('automation_hooks', { none: noPage });
export const automationQueue = derived('automation_queue', { none: noPage });
export const automationAttempts = derived('automation_attempts', { none: noPage });
