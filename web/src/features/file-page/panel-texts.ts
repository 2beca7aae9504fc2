import { filePanel } from '../../texts/en/file-panel.ts';
import { inLanguage } from '../../texts/in-language.ts';

export const panelTexts = inLanguage('filePanel', filePanel);
