export { testRoutes } from './routes.ts';
