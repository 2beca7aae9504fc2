import type { SampleStudy } from './study.ts';

const leila = `
Noor: Thanks for joining, Leila. You placed your first grocery order last Sunday. Where were you when you started?
Leila: On the sofa, with my phone. My car was at the garage, so for once I could not drive to the supermarket.
Noor: Take me through it. What did you do first?
Leila: I opened the site and it asked for my postcode before I could see a single product.
Leila: I understand why, but I only wanted to look at the prices. It felt like a locked gate.
Noor: What happened after the postcode?
Leila: Then it was nice, actually. The categories are the same as the aisles in the shop, so I found everything quickly.
Leila: I had about thirty items in the basket after a quarter of an hour.
Noor: And then?
Leila: Then I chose a delivery time. The only free slots were on Tuesday morning, when I am at work.
Noor: How did you notice that?
Leila: At the very end. I filled the whole basket before I learned that there was no slot on Sunday or Monday.
Leila: If I had seen the free slots at the start, I would have ordered on Friday.
Noor: What did you do?
Leila: I took the Tuesday slot and asked my neighbour to be at home. She was very kind about it.
Noor: How was the delivery itself?
Leila: On time to the minute. The driver sent a message ten minutes before, and I could follow the van on a map.
Leila: One thing was strange. They replaced my oat milk with soy milk, and nobody asked me.
Noor: How did you find out?
Leila: When I unpacked. There was a line on the receipt, but I did not read the receipt until the evening.
Leila: I would have preferred no milk at all. I am allergic to soy, so this one matters.
Noor: Thank you, that is important. Would you order again?
Leila: Yes, for heavy things such as water and potatoes. For fresh vegetables I still want to choose myself.`;

const pieterAndAnke = `
Noor: Hello Pieter, hello Anke. You order together. Who usually has the phone?
Anke: I have the phone, and Pieter walks through the kitchen and calls out what is missing.
Pieter: That is exactly how it works. I am the inventory system.
Noor: Tell me about the last order.
Anke: We started on Thursday evening and finished on Saturday, because the basket stays where it is.
Pieter: The basket remembers everything for days. That is the best part of the whole service.
Noor: Is there something that does not work so well?
Anke: We can't both add things. If he logs in on his own phone, he sees an empty basket.
Pieter: So I send her messages with photos of empty packages. It is a bit silly.
Noor: What would you expect instead?
Pieter: One basket for the household. I add coffee on my phone and she sees it on hers.
Noor: How do you choose the delivery time?
Anke: I look for a slot first, even before the first product. I learned that the hard way.
Noor: What do you mean?
Anke: The first time, all the evening slots were gone when I got to the checkout.
Pieter: And the page does not tell you how long a slot is reserved. She was rushing because of that.
Anke: I was sure that it would disappear after ten minutes, like concert tickets.
Noor: Did it?
Anke: I have no idea! That is the point. It never said.
Noor: What about replacements, when something is out of stock?
Anke: There is a small checkbox for every product. I switched replacements off for everything, one by one.
Pieter: Forty products, forty checkboxes. I made dinner in that time.
Noor: If you could change one thing, what would it be?
Pieter: The shared basket.
Anke: For me, the slots. Show me the free slots on the first page and keep one for me while I shop.`;

const tomasz = `
Noor: Tomasz, you will share your screen and order three things while you think aloud. Ready?
Tomasz: Ready. I am on the start page. It wants a postcode. All right, there it is.
Tomasz: I am searching for bread now. The first result is bread crumbs, then a bread knife, then a bread bin.
Noor: What did you expect to see?
Tomasz: Bread. Real bread, at the top. I am scrolling. Here it is, in ninth place.
Noor: What do you do when a search works like this?
Tomasz: I stop using it. I go through the categories instead, they are well made.
Tomasz: Bakery, bread, whole grain. Three taps. That was faster than the search.
Noor: Please go on with the apples.
Tomasz: Fruit, apples. It says one point two kilos. Do I buy one apple or a bag? The picture shows one apple.
Noor: What is your guess?
Tomasz: A bag, because of the price. But I am not certain, and I would like to be.
Noor: And the last one, the coffee?
Tomasz: Here it offers a replacement in case the coffee is sold out, and I can choose which one. That is very good.
Tomasz: I did not see this for the bread. Is it only for some products?
Noor: What would you like?
Tomasz: The same question for everything, or one setting for the whole order.
Noor: Now please go to the checkout.
Tomasz: Delivery time. Tomorrow is grey, the day after is grey. Thursday, eight to ten in the evening. Fine for me.
Tomasz: The total is two euros higher than in the basket. Ah, a deposit for the bottles, it says so in small letters.
Noor: How do you feel about that?
Tomasz: It is fair, but I would show it in the basket already. A total should not change at the last moment.`;

export const groceryStudy: SampleStudy = {
  name: 'Grocery delivery: the first order',
  description:
    'What keeps people from finishing their first grocery order, and what would bring them back for a second?',
  interviews: [
    { file: 'Interview 1, Leila.wav', recorded_at: '2026-09-14T08:00:00Z', script: leila },
    { file: 'Interview 2, Pieter and Anke.wav', recorded_at: '2026-09-15T17:30:00Z', script: pieterAndAnke },
    { file: 'Usability session, Tomasz.mp4', recorded_at: '2026-09-17T12:00:00Z', script: tomasz },
  ],
  tags: [
    {
      name: 'Delivery slots',
      color: '#D9534F',
      description: 'Finding, choosing and keeping a delivery time.',
      quotes: [
        'I filled the whole basket before I learned that there was no slot on Sunday or Monday.',
        'If I had seen the free slots at the start, I would have ordered on Friday.',
        'all the evening slots were gone when I got to the checkout',
        'Show me the free slots on the first page and keep one for me while I shop.',
      ],
    },
    {
      name: 'Replacements',
      color: '#F0AD4E',
      description: 'What happens when a product is out of stock.',
      quotes: [
        'They replaced my oat milk with soy milk, and nobody asked me.',
        'I am allergic to soy, so this one matters.',
        'Forty products, forty checkboxes.',
        'The same question for everything, or one setting for the whole order.',
      ],
    },
    {
      name: 'Shared basket',
      color: '#5B8DEF',
      description: 'Several people who order together.',
      quotes: [
        "We can't both add things. If he logs in on his own phone, he sees an empty basket.",
        'One basket for the household. I add coffee on my phone and she sees it on hers.',
      ],
    },
    {
      name: 'Search and categories',
      color: '#8E6CC9',
      description: 'Finding products.',
      quotes: [
        'The categories are the same as the aisles in the shop, so I found everything quickly.',
        'The first result is bread crumbs, then a bread knife, then a bread bin.',
      ],
    },
    {
      name: 'Delight',
      color: '#4CAF7A',
      description: 'What people like.',
      quotes: [
        'On time to the minute.',
        'The basket remembers everything for days.',
        'I can choose which one. That is very good.',
      ],
    },
  ],
  notes: [
    {
      title: 'Slots come too late',
      body: 'All three groups learn about free slots **after** they have filled the basket. Compare with the funnel: most orders are abandoned on the page with the delivery time.',
      tags: ['Delivery slots'],
      pinned: true,
    },
    {
      title: 'Allergy',
      body: 'A replacement can be dangerous, not only annoying. Ask the operations team how substitutes are chosen.',
      quote: 'I am allergic to soy, so this one matters.',
      tags: ['Replacements'],
    },
    {
      title: 'Deposit',
      body: 'He accepts the deposit; the surprise is that the total changes on the last page.',
      quote: 'A total should not change at the last moment.',
    },
  ],
  lanes: [
    {
      name: 'Findings',
      color: '#5B8DEF',
      cards: [
        {
          title: 'People see the free slots only at the checkout',
          body: 'Two of three groups lost a slot that they wanted.',
          priority: 'high',
          tags: ['Delivery slots'],
          quotes: [
            'I filled the whole basket before I learned that there was no slot on Sunday or Monday.',
            'all the evening slots were gone when I got to the checkout',
          ],
        },
        {
          title: 'Replacements are set product by product',
          body: 'There is no setting for the whole order, and the default replaces without asking.',
          priority: 'urgent',
          tags: ['Replacements'],
          quotes: [
            'They replaced my oat milk with soy milk, and nobody asked me.',
            'Forty products, forty checkboxes.',
          ],
        },
        {
          title: 'Search ranks products for the kitchen above food',
          body: 'Categories work well and hide the problem.',
          priority: 'medium',
          tags: ['Search and categories'],
          quotes: ['The first result is bread crumbs, then a bread knife, then a bread bin.'],
        },
      ],
    },
    {
      name: 'Ideas',
      color: '#F0AD4E',
      cards: [
        {
          title: 'Reserve a slot before shopping',
          body: 'Show the next free slots on the start page and reserve one for an hour, with a visible timer.',
          priority: 'high',
          tags: ['Delivery slots'],
          quotes: ['Show me the free slots on the first page and keep one for me while I shop.'],
        },
        {
          title: 'A basket for the household',
          body: 'Invite a second person to the same basket.',
          priority: 'medium',
          tags: ['Shared basket'],
          quotes: ['One basket for the household. I add coffee on my phone and she sees it on hers.'],
        },
      ],
    },
    { name: 'Decided', color: '#4CAF7A', cards: [] },
  ],
  clips: [
    {
      name: 'No slot until Tuesday',
      description: 'Leila finds out about the delivery time at the end.',
      from: 'The only free slots were on Tuesday morning',
      to: 'I would have ordered on Friday.',
      tags: ['Delivery slots'],
    },
    {
      name: 'Searching for bread',
      description: 'Tomasz gives up on the search.',
      from: 'I am searching for bread now.',
      to: 'That was faster than the search.',
      tags: ['Search and categories'],
    },
  ],
  survey: {
    name: 'After the first order',
    target: 8,
    questions: [
      { type: 'nps', text: 'How likely are you to recommend the delivery to a friend?' },
      { type: 'open', text: 'What was the hardest part of your first order?' },
    ],
    participants: [
      {
        person: 'Greta',
        answers: [{ value: 6 }, { text: 'Finding a slot that was not in the middle of the day.' }],
      },
      { person: 'Amara', answers: [{ value: 9 }, { text: 'Nothing really, it was easier than I thought.' }] },
      {
        person: 'Sven',
        answers: [{ value: 3 }, { text: 'Half of my basket was replaced without a question.' }],
      },
      {
        person: 'Dayo',
        answers: [{ value: 7 }, { text: 'I could not see the delivery fee until the last page.' }],
      },
      { person: 'Ruth', answers: [{ value: 10 }, { text: 'Choosing a time. After that it was wonderful.' }] },
    ],
  },
  question: 'What do people say about delivery slots?',
  comments: [
    {
      card: 'Reserve a slot before shopping',
      body: 'Do we have a second voice for this, outside the interviews? Two answers of the survey sound like it.',
    },
    {
      card: 'Replacements are set product by product',
      body: 'The allergy in interview 1 makes this more than a nuisance. I would move it up.',
    },
  ],
  report: {
    title: 'What gets in the way of a first grocery order',
    prompt:
      'What stops people from finishing a first order, and what do they say about delivery slots and replacements?',
    template: 'usability',
  },
};
