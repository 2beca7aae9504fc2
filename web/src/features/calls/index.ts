export { UpcomingCalls } from './upcoming-calls.tsx';
