export { Known } from './known.tsx';
export { OverviewSide } from './overview-side.tsx';
export { ResearchQuestion } from './research-question.tsx';
