export { formatAmount, formatInstant } from './format.ts';
export { type InvitationMailInput, invitationMail } from './invitation-mail.ts';
export { formatLocaleOf, languageOf, type MailLanguage, mailLanguages } from './languages.ts';
export { inOneLine, type MailBlock, type MailParts, renderMail } from './layout.ts';
export { resumeMail } from './resume-mail.ts';
