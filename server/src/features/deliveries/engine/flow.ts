import { type Lane, lanes, type Queued, type Turn } from './queue-store.ts';

/** How many deliveries of one subscription may be in flight in one worker (spec §8.13). */
const limits = {
  /** A subscription without a history. */
  initial: 8,
  max: 64,
  min: 2,
  /** Retries never take more than this share of what first attempts may. */
  retryShare: 4,
  /** Claimed ahead for a subscription that answers fast, so that its next batch is there when a slot is free. */
  ahead: 128,
  fastMs: 250,
  slowMs: 1_000,
};

const forgetAfterMs = 10 * 60_000;
/** A subscription that was quiet for this long is claimed for like a new one, so that claims stay small. */
const quietAfterMs = 30_000;
/** How long the search for rows may begin behind the last claim: rows that commit late lie before it. */
const rescanMs = 2_000;

interface LaneFlow {
  lane: Lane;
  sending: number;
  /** Leased, and not yet here with all that is sent. */
  coming: number;
  waiting: Queued[];
  after: { due_at: Date; id: string } | undefined;
  scannedAt: number;
  /** The last claim took all it might: there is probably more. */
  hungry: boolean;
}

interface Flow {
  cap: number;
  /** The last answer was a failure or slow: it shares a part of the worker with its like. */
  suspect: boolean;
  usedAt: number;
  lanes: [LaneFlow, LaneFlow];
}

// biome-ignore lint/suspicious/noExplicitAny: what a delivery carries does not matter to the flow control.
export type FlowControl = ReturnType<typeof createFlowControl<any>>;

export interface FlowOptions {
  /** Rows a worker holds at most, sent, waiting or not yet recorded. */
  capacity: number;
  nowMs(): number;
}

/**
 * Decides how much each subscription gets. It begins small, grows with every quick success and halves with every failure;
 * all that fail or dawdle share at most half of the worker, so that however many they are, the others have the rest.
 */
export function createFlowControl<D extends Queued>({ capacity, nowMs }: FlowOptions) {
  const flows = new Map<string, Flow>();
  const suspectsMax = capacity / 2;
  let suspectsSending = 0;
  /** One had to wait for the others of its like, not for an answer of its own. */
  let suspectWaits = false;

  const laneFlow = (lane: Lane): LaneFlow => ({
    lane,
    sending: 0,
    coming: 0,
    waiting: [],
    after: undefined,
    scannedAt: 0,
    hungry: false,
  });
  const flowOf = (subscriptionId: string): Flow => {
    let flow = flows.get(subscriptionId);
    if (!flow) {
      flow = {
        cap: limits.initial,
        suspect: false,
        usedAt: nowMs(),
        lanes: [laneFlow(lanes.first), laneFlow(lanes.again)],
      };
      flows.set(subscriptionId, flow);
    }
    return flow;
  };
  const isBusy = (flow: Flow) =>
    flow.lanes.some((lane) => lane.sending + lane.coming + lane.waiting.length > 0);
  const capOf = (flow: Flow, lane: Lane) =>
    lane === lanes.first ? flow.cap : Math.max(1, Math.floor(flow.cap / limits.retryShare));
  const ahead = (flow: Flow) => (!flow.suspect && flow.cap >= limits.max / 2 ? limits.ahead : 0);
  const maySend = (flow: Flow, lane: LaneFlow) => {
    if (lane.sending >= capOf(flow, lane.lane)) return false;
    if (!flow.suspect || suspectsSending < suspectsMax) return true;
    suspectWaits = true;
    return false;
  };
  const roomOf = (flow: Flow, lane: LaneFlow) => {
    const room = capOf(flow, lane.lane) + ahead(flow) - lane.sending - lane.coming - lane.waiting.length;
    return Math.max(0, flow.suspect && suspectsSending >= suspectsMax ? 0 : room);
  };

  return {
    freshRoom: limits.initial,

    /** What a claim must know of the subscriptions that this worker has met. */
    turns(): Turn[] {
      const turns: Turn[] = [];
      for (const [subscription_id, flow] of flows) {
        if (!flow.suspect && !isBusy(flow) && nowMs() - flow.usedAt > quietAfterMs) continue;
        for (const lane of flow.lanes) {
          if (lane.after && nowMs() - lane.scannedAt > rescanMs) lane.after = undefined;
          turns.push({ lane: lane.lane, subscription_id, room: roomOf(flow, lane), after: lane.after });
        }
      }
      return turns;
    },

    /** Counts what was leased, in due order, until it is admitted. `turns` are the ones the lease was made with. */
    expect(leased: Queued[], turns: Turn[]): void {
      const counts = new Map<LaneFlow, number>();
      for (const { subscription_id, lane: number, due_at, id } of leased) {
        const lane = flowOf(subscription_id).lanes[number];
        if (!lane.after) lane.scannedAt = nowMs();
        lane.coming++;
        lane.after = { due_at, id };
        counts.set(lane, (counts.get(lane) ?? 0) + 1);
      }
      const rooms = new Map(turns.map((turn) => [`${turn.lane}${turn.subscription_id}`, turn.room]));
      for (const [subscriptionId, flow] of flows) {
        for (const lane of flow.lanes) {
          const room = rooms.get(`${lane.lane}${subscriptionId}`) ?? limits.initial;
          if (room === 0) continue;
          lane.hungry = (counts.get(lane) ?? 0) >= room;
          if (!lane.hungry) lane.after = undefined;
        }
      }
    },

    /** What was expected is here. */
    admit(deliveries: D[]): void {
      for (const delivery of deliveries) {
        const lane = flowOf(delivery.subscription_id).lanes[delivery.lane];
        lane.coming--;
        lane.waiting.push(delivery);
      }
    },

    /** What was expected will not come. */
    dismiss(leased: Queued[]): void {
      for (const { subscription_id, lane } of leased) flowOf(subscription_id).lanes[lane].coming--;
    },

    /** The deliveries that may be sent now, after an answer of one subscription or at all. Each must be `finish`ed. */
    takeSendable(answered?: string): D[] {
      const one = answered === undefined || suspectWaits ? undefined : flows.get(answered);
      suspectWaits = false;
      const taken: D[] = [];
      for (const flow of one ? [one] : flows.values()) {
        for (const lane of flow.lanes) {
          while (lane.waiting.length > 0 && maySend(flow, lane)) {
            taken.push(lane.waiting.shift() as D);
            lane.sending++;
            if (flow.suspect) suspectsSending++;
          }
        }
      }
      return taken;
    },

    finish(delivery: D, succeeded: boolean, durationMs: number): void {
      const flow = flowOf(delivery.subscription_id);
      const lane = flow.lanes[delivery.lane];
      if (flow.suspect) suspectsSending--;
      lane.sending--;
      flow.usedAt = nowMs();
      const sendingElse = flow.lanes[0].sending + flow.lanes[1].sending;
      const suspect = !succeeded || durationMs > limits.slowMs;
      if (suspect !== flow.suspect) {
        suspectsSending += suspect ? sendingElse : -sendingElse;
        flow.suspect = suspect;
      }
      if (suspect) flow.cap = Math.max(limits.min, Math.floor(flow.cap / 2));
      else if (durationMs < limits.fastMs || flow.cap < limits.initial)
        flow.cap = Math.min(limits.max, flow.cap + 1);
    },

    /** Whether a claim would probably find more for a subscription that has half of its room free. */
    isHungry(subscriptionId: string): boolean {
      const flow = flowOf(subscriptionId);
      return flow.lanes.some(
        (lane) =>
          lane.hungry && roomOf(flow, lane) >= Math.max(1, (capOf(flow, lane.lane) + ahead(flow)) / 2),
      );
    },

    /** Empties what waits unsent, to be given back. */
    abandon(): D[] {
      const abandoned: D[] = [];
      for (const flow of flows.values()) {
        for (const lane of flow.lanes) abandoned.push(...(lane.waiting.splice(0) as D[]));
      }
      return abandoned;
    },

    /** Forgets subscriptions that were quiet for long. */
    prune(): void {
      for (const [id, flow] of flows) {
        if (!isBusy(flow) && nowMs() - flow.usedAt > forgetAfterMs) flows.delete(id);
      }
    },
  };
}
