export { coverageOf } from './coverage.ts';
export { nextStep } from './plan.ts';
export type { Guide, Reading, Step, Turn } from './step.ts';
