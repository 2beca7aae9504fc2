export { eventLogRoutes } from './routes.ts';
export { createEventWaits } from './waiting.ts';
