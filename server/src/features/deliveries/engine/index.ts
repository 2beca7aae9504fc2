export { type Channel, createEngine, type Engine } from './engine.ts';
export { createDeliveryMeters } from './metrics.ts';
export type { DeliveryError } from './outcome.ts';
export { deliveryIdPrefix, lanes, lease, type Place } from './queue.ts';
export { type AttemptRecord, type Bookkeeping, recordAttempts, skipQueued } from './record.ts';
export { createWakeUp } from './wake.ts';
