export { webhookChannel } from './channel.ts';
export { type Channel, createEngine } from './delivery/engine.ts';
export { skippedFanOut, webhookFanOut } from './delivery/fan-out.ts';
export { deliveryIdPrefix, lanes } from './delivery/queue.ts';
export { skipQueued } from './delivery/record.ts';
export { createWakeUp } from './delivery/wake.ts';
export { webhookRoutes } from './routes.ts';
export { purgeDeletedWebhooks } from './store.ts';
export { skipFinished } from './tasks.ts';
