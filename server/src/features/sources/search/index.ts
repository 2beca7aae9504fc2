export { searchRoutes } from './routes.ts';
export { sweepSearchWords } from './store.ts';
