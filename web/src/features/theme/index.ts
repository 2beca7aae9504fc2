export { ThemeChoice } from './theme-choice.tsx';
