export { webhookChannel } from './channel.ts';
export { webhookFanOut } from './fan-out.ts';
export { webhookRoutes } from './routes.ts';
export { purgeDeletedWebhooks } from './store.ts';
export { skipFinished } from './tasks.ts';
