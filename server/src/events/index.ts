export { type EventType, eventMeanings, eventTypes } from './catalogue.ts';
export { type Change, createEmit, type Emit, type FanOut } from './emit.ts';
export { dropOldDays, makeDayPartitions } from './retention.ts';
export { sampleEvent } from './samples.ts';
