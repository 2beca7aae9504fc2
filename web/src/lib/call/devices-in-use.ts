/** Which devices of a browser are on. A track that is off still sends silence or a black picture, so browsers tell each other. */
export interface DevicesInUse {
  microphone: boolean;
  camera: boolean;
}

type Tracks = Pick<MediaStreamTrack, 'kind' | 'enabled' | 'readyState'>[];

export function devicesInUse(local: { getTracks(): Tracks }): DevicesInUse {
  const isOn = (kind: string) =>
    local.getTracks().some((track) => track.kind === kind && track.enabled && track.readyState === 'live');
  return { microphone: isOn('audio'), camera: isOn('video') };
}
