export { clipRoutes } from './routes.ts';
export { mountSharedClips } from './share-page.ts';
export { sealSharedClips } from './store.ts';
export { cutHandler } from './tasks.ts';
