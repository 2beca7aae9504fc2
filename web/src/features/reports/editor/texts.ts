import { reportEditor } from '../../../texts/en/report-editor.ts';
import { inLanguage } from '../../../texts/in-language.ts';

export const texts = inLanguage('reportEditor', reportEditor);
