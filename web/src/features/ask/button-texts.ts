import { askPanel } from '../../texts/en/ask-panel.ts';
import { inLanguage } from '../../texts/in-language.ts';

/** Apart from the texts of the panel, because every page of a project loads these. */
export const buttonTexts = inLanguage('askPanel', askPanel);
