import type { SampleStudy } from './study.ts';

const ingrid = `
Sam: Ingrid, you lead a team of nine. How do you use the shared calendar today?
Ingrid: Mostly to find a time when everybody is free. I look at nine colours on top of each other and squint.
Sam: What does a good day with the calendar look like?
Ingrid: A day when I never open it. If I open it, something has to be moved.
Sam: Tell me about the last time something had to be moved.
Ingrid: Yesterday. A customer moved a call by an hour, and that hit three other meetings.
Ingrid: I moved the first one, and the calendar sent eleven messages before I had finished the second one.
Sam: What did your team say?
Ingrid: One colleague declined everything because she thought that I had cancelled the day.
Ingrid: I wish I could arrange it all first and then send one message.
Sam: How do you decide what your colleagues can see in your calendar?
Ingrid: I share everything, titles included. I want them to know why I am not available.
Sam: Are there exceptions?
Ingrid: Salary talks. I call those "Blocked" and hope that nobody asks.
Ingrid: There is a private switch for each event, but I forget it. It should be a rule, not a switch.
Sam: What kind of rule?
Ingrid: Everything in the room Linden is private. That room is only used for personal talks.
Sam: What happens if you forget?
Ingrid: It happened once. Somebody saw the name of a colleague and the words "final warning". I still feel bad about it.`;

const dev = `
Sam: Dev, you started here three weeks ago. What was your first contact with the team calendar?
Dev: On the first morning I got forty invitations at once, from every series that the team has.
Sam: How did you deal with them?
Dev: I accepted all of them. I did not know which ones were for me, so that seemed polite.
Dev: In my second week I sat in four meetings where I had nothing to say.
Sam: How did you find out which ones you need?
Dev: I asked Ingrid. She made me a list on paper, with three meetings on it.
Sam: What would have helped on the first day?
Dev: A word from the person who invites me: you need this one, that one is optional.
Sam: The invitation has an optional marker. Have you seen it?
Dev: Is that what the dotted line is? I thought it meant that the meeting was not confirmed.
Sam: How do you feel about others seeing your calendar?
Dev: It is fine at work. I am less sure about my private appointments, which I keep in the same phone.
Dev: My dentist showed up as "Busy" in the team view, and I was glad that it said no more than that.
Sam: Did you set that up?
Dev: No. It was like that from the beginning, and I only noticed it by accident.
Sam: Would you change anything about it?
Dev: I would like to see my calendar the way my team sees it. A preview. Then I could stop wondering.
Sam: What do you enjoy about the tool?
Dev: The suggestion of times is great. I picked three people and it found a slot in two seconds.
Dev: And it knew that one of them is in another time zone. I had forgotten that.`;

export const calendarStudy: SampleStudy = {
  name: 'Team calendar: sharing and privacy',
  description:
    'Two interviews about what people show to their colleagues, and about the messages that a calendar sends. Sample data.',
  interviews: [
    { file: 'Interview, Ingrid.mp4', recorded_at: '2026-10-06T09:00:00Z', script: ingrid },
    { file: 'Interview, Dev.wav', recorded_at: '2026-10-08T13:15:00Z', script: dev },
  ],
  tags: [
    {
      name: 'Privacy',
      color: '#8E6CC9',
      description: 'Who sees what.',
      quotes: [
        'There is a private switch for each event, but I forget it. It should be a rule, not a switch.',
        'Somebody saw the name of a colleague and the words "final warning".',
        'I would like to see my calendar the way my team sees it.',
      ],
    },
    {
      name: 'Too many messages',
      color: '#D9534F',
      description: 'Notifications and invitations that confuse people.',
      quotes: [
        'the calendar sent eleven messages before I had finished the second one',
        'I wish I could arrange it all first and then send one message.',
        'I got forty invitations at once',
      ],
    },
    {
      name: 'Optional meetings',
      color: '#F0AD4E',
      description: 'Whether a person has to attend.',
      quotes: [
        'Is that what the dotted line is? I thought it meant that the meeting was not confirmed.',
        'you need this one, that one is optional',
      ],
    },
    {
      name: 'Delight',
      color: '#4CAF7A',
      description: 'What people like.',
      quotes: ['I picked three people and it found a slot in two seconds.'],
    },
  ],
  notes: [
    {
      title: 'Defaults decide',
      body: 'Ingrid shares everything, Dev shares nothing. Both use the default of the day on which they joined.',
      tags: ['Privacy'],
      pinned: true,
    },
    {
      title: 'The dotted line',
      body: 'The marker for optional meetings is not understood. Test a word instead of a line.',
      quote: 'Is that what the dotted line is?',
      tags: ['Optional meetings'],
    },
  ],
  lanes: [
    {
      name: 'Findings',
      color: '#5B8DEF',
      cards: [
        {
          title: 'A switch for each event is forgotten',
          body: 'The consequence can be serious: a confidential title was visible to the team.',
          priority: 'urgent',
          tags: ['Privacy'],
          quotes: [
            'There is a private switch for each event, but I forget it. It should be a rule, not a switch.',
            'Somebody saw the name of a colleague and the words "final warning".',
          ],
        },
        {
          title: 'Every single change sends a message',
          body: 'Rearranging a day produces a flood, and people react to the first message only.',
          priority: 'high',
          tags: ['Too many messages'],
          quotes: ['the calendar sent eleven messages before I had finished the second one'],
        },
      ],
    },
    {
      name: 'Ideas',
      color: '#F0AD4E',
      cards: [
        {
          title: 'Arrange first, send once',
          body: 'Collect changes as a draft and send one summary.',
          priority: 'high',
          tags: ['Too many messages'],
          quotes: ['I wish I could arrange it all first and then send one message.'],
        },
        {
          title: 'Preview: my calendar as my team sees it',
          body: 'One click in the sharing settings.',
          priority: 'medium',
          tags: ['Privacy'],
          quotes: ['I would like to see my calendar the way my team sees it.'],
        },
      ],
    },
  ],
  clips: [
    {
      name: 'Eleven messages',
      description: 'What happens when a meeting moves.',
      from: 'A customer moved a call by an hour',
      to: 'then send one message.',
      tags: ['Too many messages'],
    },
    {
      name: 'A rule, not a switch',
      description: 'Why private events do not stay private.',
      from: 'There is a private switch for each event',
      to: 'I still feel bad about it.',
      tags: ['Privacy'],
    },
  ],
  report: {
    title: 'What people show in a team calendar',
    prompt: 'What do people say about privacy and about the messages that the calendar sends?',
    template: 'interview',
  },
};
