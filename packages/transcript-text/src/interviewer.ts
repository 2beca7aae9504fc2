const role = /interview|moderat|research|facilitat|host/i;
const name =
  /^(interview(er)?(in|s)?|moderat(or|orin|rice|eur|ore)|researcher|facilitator|host|q|i|int|intervieweur|entrevistador(a)?|intervistat(ore|rice)|enquêt(eur|rice)|onderzoeker)\s*\d*$/i;

/** Whether a speaker is an interviewer by the role. A speaker without a role is one by the label, such as “Moderator”. */
export const isNamedInterviewer = (speaker: { role: string | null; label: string }): boolean =>
  speaker.role ? role.test(speaker.role) : name.test(speaker.label.trim());

/** The same rule for a database: patterns of a role and of a label without spaces around it. Both ignore case. */
export const interviewerPatterns = { role: role.source, label: name.source };
