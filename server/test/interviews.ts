interface Turn {
  speaker: string;
  start_seconds: number;
  end_seconds: number;
  text: string;
}

/** Parses lines of the form `Name: words`. Each turn lasts as long as its text takes to say. */
export function turnsOf(script: string): Turn[] {
  let at = 0;
  return script
    .trim()
    .split('\n')
    .map((line) => {
      const [, speaker = '', text = ''] = /^\s*([^:]+): (.*)$/.exec(line) ?? [];
      const start = at;
      at = Math.round((at + 1 + text.length / 15) * 10) / 10;
      return { speaker, start_seconds: start, end_seconds: at, text };
    });
}

export const minaTalk = `
Interviewer: Tell me about the last time you bought something here. What happened?
Mina: I was looking for a lamp. The search was easy and I found the lamp quickly.
Mina: Then at the checkout the shipping costs appeared. I wanted to see the total with shipping before that.
Interviewer: And what did you do then?
Mina: I went back to the cart because I thought I made a mistake. The shipping costs were almost as high as the lamp.
Mina: I gave up in the end. It is frustrating to find the shipping costs that late.
Interviewer: What would have helped you?
Mina: I would like to see the shipping costs on the product page. The photos were great, by the way.`;

export const tomTalk = `
Interviewer: How did you find the checkout?
Tom: The checkout was confusing. I couldn't find where to enter the voucher code.
Tom: Shipping costs were fine for me, but they came as a surprise at the checkout.
Interviewer: What about the voucher?
Tom: The voucher field was hidden under a link. I wish the voucher field was visible from the start.
Tom: The photos are really nice and large, I love the photos.
Interviewer: Anything else?
Tom: The search works well. I typed three letters and the search showed what I wanted.`;

export const germanTalk = `
Interviewerin: Wie war der letzte Einkauf?
Jana: Die Versandkosten kamen erst ganz am Ende, das war verwirrend.
Jana: Ich hätte gern die Versandkosten schon beim Produkt gesehen.
Interviewerin: Und die Suche?
Jana: Die Suche war schnell und einfach, die Suche hat mir gut gefallen.
Jana: Am Ende habe ich wegen der Versandkosten nicht bestellt.`;
