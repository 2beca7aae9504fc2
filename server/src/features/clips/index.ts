export { clipRoutes } from './routes.ts';
export { mountSharedClips } from './share-page.ts';
export { cutHandler } from './tasks.ts';
