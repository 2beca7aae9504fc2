export { AskBeside } from './ask-beside.tsx';
export { AskButton } from './ask-button.tsx';
