export { automationChannel, automationFanOut, skipEnded } from './delivery.ts';
export { automationRoutes } from './routes.ts';
export { purgeEndedHooks } from './store.ts';
