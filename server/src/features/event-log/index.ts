export { eventLogRoutes } from './routes.ts';
