import type { Clock } from '../../../foundation/clock.ts';
import type { Feature } from '../../feature.ts';
import type { SimulationRunDeps } from './participants.ts';
import { simulationRoutes } from './routes.ts';
import type { SimulationDeps } from './service.ts';
import { simulationJob } from './tasks.ts';

/** Test mode: participants who do not exist take a test, so that programs can be developed against real records. */
export const createSimulation = (deps: SimulationDeps & SimulationRunDeps & { clock: Clock }): Feature => ({
  routes: simulationRoutes(deps),
  jobKinds: { simulation: simulationJob(deps) },
});
