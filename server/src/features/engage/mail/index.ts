export { type InvitationMailInput, invitationMail } from './invitation-mail.ts';
export { mailLanguages } from './languages.ts';
export { resumeMail } from './resume-mail.ts';
