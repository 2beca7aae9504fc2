export { type EventType, eventMeanings, eventTypes } from './catalogue.ts';
export { createEmit, type Emit, type FanOut } from './emit.ts';
export { sampleEvent } from './samples.ts';
