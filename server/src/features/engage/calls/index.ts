import type { Feature } from '../../feature.ts';
import { attendanceTasks } from './attendance.ts';
import { createCallWatch } from './call-watch.ts';
import type { CallDeps } from './deps.ts';
import { participantCallRoutes } from './participant-routes.ts';
import { callRoutes } from './routes.ts';

/** Video calls: who is there, the messages between the browsers, and the recording. Sound and pictures do not pass the server. */
export function createCalls(deps: CallDeps): Feature {
  const watch = createCallWatch(deps);
  return {
    routes: callRoutes(deps, watch),
    participantRoutes: participantCallRoutes(deps, watch),
    mount(app) {
      // Ends the streams before the server waits for its open requests.
      app.addHook('preClose', async () => watch.close());
    },
    periodic: attendanceTasks(deps),
  };
}
