import type { Feature } from '../../feature.ts';
import { attendanceTasks } from './attendance.ts';
import { createCallWatch } from './call-watch.ts';
import type { CallDeps } from './deps.ts';
import { participantCallRoutes } from './participant-routes.ts';
import { peerTexts } from './redact.ts';
import { callRoutes } from './routes.ts';
import { nameSpeakers } from './speaker-names.ts';
import { listTurns } from './store.ts';

/** Video calls: who is there, the messages between the browsers, and the recording. Sound and pictures do not pass the server. */
export function createCalls(deps: CallDeps): Feature {
  const watch = createCallWatch(deps);
  return {
    hooks: {
      nameSpeakers: async (db, fileId, segments) => nameSpeakers(segments, await listTurns(db, fileId)),
    },
    routes: callRoutes(deps, watch),
    texts: [peerTexts],
    participantRoutes: participantCallRoutes(deps, watch),
    mount(app) {
      // Ends the streams before the server waits for its open requests.
      app.addHook('preClose', async () => watch.close());
    },
    periodic: attendanceTasks(deps),
  };
}
