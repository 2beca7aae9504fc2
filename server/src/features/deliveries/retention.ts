/** Events and the records of their deliveries are readable for this many days (spec §8.3, §8.12). */
export const eventDays = 30;
