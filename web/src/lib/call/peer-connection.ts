import { type DevicesInUse, devicesInUse } from './devices-in-use.ts';
import type { Peer } from './peer.ts';
import { onFirstPicture } from './picture.ts';

export interface PeerConnection {
  peer: Peer;
  stream: MediaStream;
  connected(): boolean;
  hasPicture(): boolean;
  /** What the other browser says about its devices. */
  devices(): DevicesInUse;
  /** Tells the other browser which devices of this one are on. */
  tellDevices(): void;
  receive(signal: object): Promise<void>;
  close(): void;
}

interface ConnectOptions {
  peer: Peer;
  local: MediaStream;
  iceServers: RTCIceServer[];
  polite: boolean;
  /** Resolves when the server has the message, or when it could not be sent. */
  send(data: object): Promise<void>;
  onChange(): void;
}

interface Signal {
  description?: RTCSessionDescriptionInit;
  candidate?: RTCIceCandidateInit;
  devices?: DevicesInUse;
}

/** Connects two browsers, by the pattern "perfect negotiation" of the WebRTC specification: either side may offer at any time. */
export function connectPeer({
  peer,
  local,
  iceServers,
  polite,
  send: post,
  onChange,
}: ConnectOptions): PeerConnection {
  const connection = new RTCPeerConnection({ iceServers });
  const stream = new MediaStream();
  const shownTracks = new Set<MediaStreamTrack>();
  let isOffering = false;
  let ignoresOffer = false;
  let devices: DevicesInUse = { microphone: true, camera: true };
  // One after the other: a candidate must not arrive before the description that it belongs to.
  let sent = Promise.resolve();
  const send = (data: object) => {
    sent = sent.then(() => post(data));
  };
  const tellDevices = () => send({ devices: devicesInUse(local) });
  for (const track of local.getTracks()) connection.addTrack(track, local);
  tellDevices();

  connection.onnegotiationneeded = async () => {
    try {
      isOffering = true;
      await connection.setLocalDescription();
      send({ description: connection.localDescription?.toJSON() });
    } finally {
      isOffering = false;
    }
  };
  connection.onicecandidate = ({ candidate }) => candidate && send({ candidate: candidate.toJSON() });
  connection.ontrack = ({ track }) => {
    stream.addTrack(track);
    if (track.kind === 'video')
      onFirstPicture(track, () => {
        shownTracks.add(track);
        onChange();
      });
    onChange();
  };
  connection.onconnectionstatechange = () => {
    if (connection.connectionState === 'failed') connection.restartIce();
    onChange();
  };

  return {
    peer,
    stream,
    connected: () => connection.connectionState === 'connected',
    hasPicture: () => stream.getVideoTracks().some((track) => shownTracks.has(track)),
    devices: () => devices,
    tellDevices,
    async receive({ description, candidate, devices: told }: Signal) {
      if (told) {
        devices = { microphone: told.microphone !== false, camera: told.camera !== false };
        onChange();
      } else if (description) {
        const collides =
          description.type === 'offer' && (isOffering || connection.signalingState !== 'stable');
        ignoresOffer = !polite && collides;
        if (ignoresOffer) return;
        await connection.setRemoteDescription(description);
        if (description.type === 'offer') {
          await connection.setLocalDescription();
          send({ description: connection.localDescription?.toJSON() });
        }
      } else if (candidate) {
        // A candidate of an offer that was ignored is of no use.
        await connection.addIceCandidate(candidate).catch((error: unknown) => {
          if (!ignoresOffer) throw error;
        });
      }
    },
    close: () => connection.close(),
  };
}
