import type { VerifyTask } from './draft.ts';
import { verifyDraft } from './verify-draft.ts';

/** The thread behind verify-threads.ts. */
export const work = (task: VerifyTask) => verifyDraft(task);
