import { invalidField } from '../../../foundation/errors.ts';
import type { Participant } from '../../../foundation/principal.ts';
import type { Caller } from '../../../http/route.ts';
import type { Db } from '../../../platform/database/index.ts';
import { removeQueuedMails } from '../../../platform/mail/index.ts';
import { wordsOf } from '../../../platform/word-removal/index.ts';
import { lockProject } from '../../projects/index.ts';
import { declineInvitationsOf, removeInvitationsOf } from '../invitations/index.ts';
import {
  blankParticipant,
  type ErasureScope,
  endLinks,
  getParticipant,
  withdrawConsents,
} from '../participants/index.ts';
import type { ErasureDeps } from './deps.ts';
import { runErasure } from './steps.ts';
import {
  type ErasureRow,
  findErasure,
  listUnfinished,
  lockParticipant,
  openErasure,
  readOthersNames,
} from './store.ts';

/** `POST /v1/participants/{id}/erase`. A second call returns the same receipt, or finishes what was interrupted. */
export async function eraseParticipant(
  deps: ErasureDeps,
  caller: Caller,
  participantId: string,
): Promise<ErasureRow> {
  const { project_id } = await getParticipant(caller, participantId, 'write');
  const scope = { participant_id: participantId, test_id: null };
  const known = await findErasure(deps.db, scope);
  if (known?.finished_at) return known;
  const { workspace_id } = caller.principal;
  const erasure =
    known ??
    (await deps.db.transaction((tx) => begin(deps, tx, scope, { project_id, workspace_id }, caller.now)));
  return runErasure(deps, erasure);
}

/** `POST /p/v1/withdraw`: removes what the person gave to this test. Possible as long as the link exists. */
export async function withdraw(deps: ErasureDeps, principal: Participant, now: Date): Promise<ErasureRow> {
  const { participant_id, test_id, project_id, workspace_id } = principal;
  if (participant_id === null)
    throw invalidField('link', 'Nothing was answered with this link. Withdraw with your personal link.');
  const scope = { participant_id, test_id };
  const known = await findErasure(deps.db, scope);
  if (known?.finished_at && principal.revoked_at) return known;
  const erasure =
    known && !known.finished_at
      ? known
      : await deps.db.transaction((tx) => begin(deps, tx, scope, { project_id, workspace_id }, now));
  return runErasure(deps, erasure);
}

/** After this, no new data of the person arrives: their links are revoked, and their address no longer finds them. */
async function begin(
  deps: ErasureDeps,
  tx: Db,
  scope: ErasureScope,
  project: { project_id: string; workspace_id: string },
  now: Date,
): Promise<ErasureRow> {
  const { participant_id, test_id } = scope;
  await lockProject(tx, project.project_id);
  const person = await lockParticipant(tx, participant_id);
  const ofOthers = new Set((await readOthersNames(tx, participant_id)).map(wordsOf));
  const isOwn = (name: string) => !ofOthers.has(wordsOf(name));
  const known = [person?.email, person?.name].filter(isPresent).filter(isOwn);
  await endLinks(tx, scope, now);
  await withdrawConsents(tx, participant_id, test_id, now);
  if (test_id !== null) {
    await declineInvitationsOf(tx, participant_id, test_id, now);
    await deps.cancelSessions(tx, scope, now);
    return openErasure(tx, scope, project, known, now);
  }
  const invited = await removeInvitationsOf(tx, participant_id);
  const names = [...known, ...invited.filter(isPresent).filter(isOwn)];
  const erasure = await openErasure(tx, scope, project, [...new Set(names)], now);
  await removeQueuedMails(tx, project, names.filter(isAddress));
  // While the address is known: it is in the mail until that is sent, and nowhere after it.
  await deps.cancelSessions(tx, scope, now);
  await blankParticipant(tx, participant_id, now);
  return erasure;
}

const isPresent = (name: string | null | undefined) => name !== null && name !== undefined;
const isAddress = (name: string) => name.includes('@');

const interruptedAfterMs = 60_000;
const batchSize = 20;

/** Finishes erasures whose request did not. Running on several nodes at once does no harm: every step can run again. */
export async function finishInterrupted(deps: ErasureDeps): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - interruptedAfterMs);
  for (const erasure of await listUnfinished(deps.db, before, batchSize)) await runErasure(deps, erasure);
}
