/** Five interviews about an application for booking meeting rooms, with small talk, digressions and different opinions. */
export const roomInterviews: Record<string, string> = {
  Priya: `
Interviewer: Hi Priya, thanks for making the time today. Can you hear me all right?
Priya: Hi, yes, I can hear you fine. Thanks for having me.
Interviewer: Great. So tell me, how do you usually book a meeting room?
Priya: Mostly from my desk, on the laptop. I open the floor plan and look for something green, and usually within ten seconds I have a room.
Priya: The floor plan is honestly the best part. I can see straight away which rooms are free on my floor.
Interviewer: And what happens after you have booked?
Priya: Well, that's where it gets messy. The booking is supposed to show up in my Outlook calendar, and half the time it doesn't.
Priya: Last week the calendar sync failed and another team walked in on us, because in their calendar the room was still free.
Interviewer: How did that feel?
Priya: Embarrassing, to be honest. I had a client with me. Since then I take a screenshot of every booking.
Interviewer: Mm-hm. What about the check-in?
Priya: Oh, I hate the check-in. You have to tap the panel within ten minutes or the room is released, and I lost my room twice while I was picking up visitors at reception.
Interviewer: Do you use the phone app at all?
Priya: I tried. It asks me to log in again every single time, so I gave up on it.
Interviewer: Anything else you would change?
Priya: I'd like to see what equipment is in the room before I book it. You never know whether there is a screen or not.
Interviewer: That's really helpful, thank you so much.
Priya: No problem. Have a nice afternoon!`,
  Marek: `
Interviewer: Good morning Marek, how are you?
Marek: Morning! I'm good, thanks. Bit rainy here.
Interviewer: Could you walk me through the last room you booked?
Marek: Sure. That was yesterday, a small room for four people for a job interview.
Marek: I searched by time and number of people, and it showed me three free rooms at once. Finding a free room is really quick.
Interviewer: And then?
Marek: Then I booked it, and I got three e-mails about it. One for the booking, one reminder, one that says the reminder was sent. There are far too many e-mails.
Interviewer: What do you do with them?
Marek: I made a rule that moves all of them to a folder, so now I miss the important ones too, like when somebody cancels.
Interviewer: What about the panel at the door?
Marek: The automatic release is great, actually. Before that, half of the rooms were booked and empty, and now they become free again after ten minutes.
Marek: I check in on the panel, it's one tap, it takes no time.
Interviewer: Have there been problems with bookings?
Marek: Double bookings, yes. The sync with the calendar is slow, so two people book the same room and both think that it is theirs.
Marek: I had to stand in the corridor with a candidate for a quarter of an hour. That was not a good first impression.
Interviewer: Would you use it on the phone?
Marek: Only if it kept me signed in. I type my password every time on that little keyboard and that's just annoying.
Interviewer: Okay, thanks.
Marek: Thanks, bye.`,
  Lucia: `
Interviewer: Hello Lucia! Nice to meet you.
Lucia: Nice to meet you too. Sorry, my dog might bark.
Interviewer: No worries. What do you use the rooms for?
Lucia: Workshops, mainly. I need a whiteboard, a projector and enough power outlets for twenty people.
Lucia: And that's my main problem. The app doesn't say which room has a projector, so I walk through the building and look for myself.
Interviewer: Really? How often?
Lucia: Every month. Once I booked a room for a workshop and there was no screen at all, only a table. We had to move everybody.
Lucia: Photos of the rooms would already help a lot.
Interviewer: How is the booking itself?
Lucia: The booking is easy, I have nothing bad to say about it. Pick a day, pick a room, done.
Interviewer: And the check-in at the door?
Lucia: For workshops it's a disaster. I'm setting up chairs, I forget to check in, and then the room is given to somebody else while I'm standing in it.
Lucia: I asked facilities to switch it off for long bookings, but they can't.
Interviewer: What about notifications?
Lucia: I get so many e-mails from it that I don't read them any more.
Interviewer: Is there anything you particularly like?
Lucia: The map of the floor. New colleagues find the room without asking me, which is lovely.`,
  Owen: `
Moderator: Hey Owen, can you see my screen?
Owen: Yep, I can see it.
Moderator: Perfect. How do you find a room when you need one right now?
Owen: I walk to the panel outside a room and book it there. The panel by the door is brilliant, it is green or red and I know at once.
Moderator: And for meetings later in the week?
Owen: Then I use Outlook. But what I book in Outlook doesn't always arrive in the room system, so the panel shows free and people sit down.
Owen: I have been thrown out of my own meeting because of that. Nobody could tell who was right.
Moderator: Hm, okay.
Owen: So I end up checking both, every time, which is silly.
Moderator: What do you think about the rule with the ten minutes?
Owen: I think it's fair. If you don't show up in ten minutes, somebody else should have the room. I have got rooms that way at the last minute.
Moderator: And the mobile app?
Owen: I deleted it. It logs me out all the time and then I can't check in from the train.
Moderator: Is there something you miss?
Owen: I wish I could see who booked a room, so I can ask them to swap.
Moderator: Great, that was my last question.
Owen: Cool, thanks.`,
  Ingrid: `
Interviewer: Hi Ingrid, shall we start?
Ingrid: Yes, let's go.
Interviewer: You manage the rooms for the whole office. What do people complain about?
Ingrid: Three things. The calendar, the check-in and the equipment.
Ingrid: With the calendar, meetings that were moved in Outlook keep their old slot in the room system. Then we have two groups in front of one door.
Interviewer: How many complaints do you get?
Ingrid: About five a week, and almost all are about double bookings.
Interviewer: And the check-in?
Ingrid: I like it, because the empty rooms have gone down by a third. But I understand that people who host visitors get angry.
Interviewer: What about equipment?
Ingrid: I keep a list of projectors and screens in a spreadsheet, because the app has no field for equipment. People call me to ask which room has a camera.
Interviewer: What would you want from the app?
Ingrid: I would like reports about how rooms are used. At the moment I export a file and count by hand, which takes me half a day each month.
Ingrid: The search for free rooms is good, nobody complains about that.
Interviewer: Thank you, Ingrid.
Ingrid: You're welcome.`,
};
