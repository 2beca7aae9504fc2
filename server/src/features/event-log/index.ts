export { Event, eventLogRoutes } from './routes.ts';
