export { LanguageChoice } from './language-choice.tsx';
