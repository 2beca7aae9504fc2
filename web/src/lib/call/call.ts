import type { DevicesInUse } from './devices-in-use.ts';
import type { Peer } from './peer.ts';
import { connectPeer, type PeerConnection } from './peer-connection.ts';
import { readEvents } from './read-events.ts';

interface Entry {
  peer_id: string;
  session: { id: string; status: string; participant_name: string | null; recording_allowed: boolean };
  ice_servers: RTCIceServer[];
  peers: Peer[];
}

/** How the page reaches the server: with a participant's token or as a signed-in researcher. */
export interface CallTransport {
  /** A POST to a path such as `/join`. Throws an error with `status` for a refusal. */
  post<T>(path: string, body: object): Promise<T>;
  /** The stream of events. */
  open(path: string, headers: Record<string, string>, signal: AbortSignal): Promise<Response>;
}

export interface RemotePeer extends Peer, DevicesInUse {
  stream: MediaStream;
  connected: boolean;
  /** Whether a picture has arrived. */
  hasPicture: boolean;
}

export interface CallView {
  state: 'connecting' | 'connected' | 'reconnecting' | 'ended' | 'replaced' | 'failed';
  peerId: string;
  recording: boolean;
  recordingAllowed: boolean;
  others: RemotePeer[];
  /** Why the call could not be entered or continued, if the server said so. */
  problem?: string;
}

export interface Call {
  /** Stops camera and microphone at once. Resolves when the server knows that this browser has left. */
  leave(): Promise<void>;
  /** Tells the others which devices are on. Called after a track was switched on or off. */
  tellDevices(): void;
}

/** The stream was refused: the access to the call has ended, or the server is not available. */
class StreamRefused extends Error {
  readonly status: number;

  constructor(status: number) {
    super('');
    this.status = status;
  }
}

const retryMs = 1_500;
/** Messages of one browser that are stored until it is in the list of peers. */
const earlyMax = 100;

interface EnterOptions {
  transport: CallTransport;
  local: MediaStream;
  /** Stops the devices of this browser. Called as soon as the call ends, for whatever reason. */
  release(): void;
  entryBody: object;
  onChange(view: CallView): void;
}

/**
 * Enters a call and follows it until it ends. Each pair of browsers has its own connection. When the stream of events breaks,
 * it continues after the last message; the server keeps the place of this browser for a minute.
 */
export function enterCall({ transport, local, release, entryBody, onChange }: EnterOptions): Call {
  const stopped = new AbortController();
  const connections = new Map<string, PeerConnection>();
  /** Messages of browsers that entered a moment ago and are not in the list of peers yet. */
  const early = new Map<string, object[]>();
  let view: CallView = {
    state: 'connecting',
    peerId: '',
    recording: false,
    recordingAllowed: false,
    others: [],
  };
  let iceServers: RTCIceServer[] = [];
  let lastEventId: string | undefined;

  const update = (change: Partial<CallView>) => {
    view = { ...view, ...change };
    onChange(view);
  };
  const showOthers = () => {
    if (stopped.signal.aborted) return;
    update({
      others: [...connections.values()].map(({ peer, stream, connected, hasPicture, devices }) => ({
        ...peer,
        ...devices(),
        stream,
        connected: connected(),
        hasPicture: hasPicture(),
      })),
    });
  };
  const disconnect = (id: string) => {
    connections.get(id)?.close();
    connections.delete(id);
  };

  async function meet(peers: Peer[]): Promise<void> {
    if (stopped.signal.aborted) return;
    for (const id of connections.keys()) if (!peers.some((peer) => peer.id === id)) disconnect(id);
    for (const peer of peers) {
      if (peer.id === view.peerId || connections.has(peer.id)) continue;
      connections.set(
        peer.id,
        connectPeer({
          peer,
          local,
          iceServers,
          // Exactly one of two browsers gives way when both offer at the same time.
          polite: view.peerId < peer.id,
          send: (data) =>
            transport
              .post<void>('/signals', { peer_id: view.peerId, to: peer.id, data })
              .catch(() => undefined),
          onChange: showOthers,
        }),
      );
    }
    showOthers();
    for (const [from, signals] of early) {
      if (!connections.has(from)) continue;
      early.delete(from);
      for (const signal of signals) await receive(from, signal);
    }
  }

  /** A lost offer would leave two browsers waiting for each other, so no message is dropped. */
  async function receive(from: string, signal: object): Promise<void> {
    const connection = connections.get(from);
    if (connection) await connection.receive(signal);
    else early.set(from, [...(early.get(from) ?? []), signal].slice(-earlyMax));
  }

  const leavePeer = (peerId: string) => transport.post<void>('/leave', { peer_id: peerId }).catch(() => {});

  async function join(): Promise<void> {
    for (const id of [...connections.keys()]) disconnect(id);
    early.clear();
    const entry = await transport.post<Entry>('/join', entryBody);
    // The page was left in the meantime.
    if (stopped.signal.aborted) return leavePeer(entry.peer_id);
    iceServers = entry.ice_servers;
    lastEventId = undefined;
    update({ state: 'connected', peerId: entry.peer_id, recordingAllowed: entry.session.recording_allowed });
  }

  /** Returns when the stream breaks. */
  async function follow(): Promise<void> {
    const headers: Record<string, string> = lastEventId ? { 'Last-Event-ID': lastEventId } : {};
    const response = await transport.open(`/events?peer_id=${view.peerId}`, headers, stopped.signal);
    if (response.status === 404 || response.status === 422) return join();
    if (!response.ok || !response.body) throw new StreamRefused(response.status);
    update({ state: 'connected' });
    for await (const { id, event, data } of readEvents(response.body)) {
      if (id) lastEventId = id;
      if (event === 'peers') await meet((data as { peers: Peer[] }).peers);
      else if (event === 'state') update({ recording: (data as { recording: boolean }).recording });
      else if (event === 'signal') {
        const { from, data: signal } = data as { from: string; data: object };
        await receive(from, signal);
      } else if (event === 'ended' || event === 'replaced') return end(event);
      else if (event === 'refused') return end('failed');
    }
  }

  function end(state: 'ended' | 'replaced' | 'failed', problem?: string): void {
    if (stopped.signal.aborted) return;
    stopped.abort();
    // Before the page is drawn, so that it never shows an ended call while the camera is on.
    release();
    for (const id of [...connections.keys()]) disconnect(id);
    update({ state, others: [], ...(problem ? { problem } : {}) });
  }

  async function run(): Promise<void> {
    while (!stopped.signal.aborted) {
      try {
        if (!view.peerId) await join();
        await follow();
      } catch (error) {
        if (stopped.signal.aborted) return;
        const status = (error as { status?: number }).status;
        if (status !== undefined && status < 500 && status !== 429)
          return end('failed', (error as Error).message);
        update({ state: 'reconnecting' });
      }
      if (!stopped.signal.aborted) await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }
  void run();

  return {
    async leave() {
      // A call that has ended needs no message: the page leaves it a second time when it is closed.
      if (stopped.signal.aborted) return;
      const { peerId } = view;
      end('ended');
      if (peerId) await leavePeer(peerId);
    },
    tellDevices() {
      for (const connection of connections.values()) connection.tellDevices();
    },
  };
}
