import type { Feature, Registered } from '../features/feature.ts';
import type { Hooks } from '../features/registrations.ts';

/** `complete` is called when all features exist. Until then, reading `registered` is an error in the code. */
export function createRegistered(): {
  registered: Registered;
  hooks: Hooks;
  complete(features: Feature[]): void;
} {
  let features: Feature[] | undefined;
  const all = () => {
    if (!features) throw new Error('Registrations were read before all features were created.');
    return features;
  };
  function one<Key extends keyof Feature>(key: Key): NonNullable<Feature[Key]> {
    const [found, ...others] = all().filter((feature) => feature[key] !== undefined);
    if (!found || others.length > 0) throw new Error(`Exactly one feature registers ${key}.`);
    return found[key] as NonNullable<Feature[Key]>;
  }
  const registered: Registered = {
    recordsOf: (kind) =>
      all()
        .flatMap((feature) => feature.records ?? [])
        .find((records) => records.kind === kind) ?? { kind },
    get sourceMaterial() {
      return one('sourceMaterial');
    },
    get texts() {
      const texts = all().flatMap((feature) => feature.texts ?? []);
      return [...texts.filter(({ isCopy }) => !isCopy), ...texts.filter(({ isCopy }) => isCopy)];
    },
    get recordsInEvents() {
      return Object.assign({}, ...all().map((feature) => feature.recordsInEvents));
    },
    get usesOfFile() {
      return all().flatMap((feature) => feature.usesOfFile ?? []);
    },
    get partsOfFile() {
      return all().flatMap((feature) => feature.partsOfFile ?? []);
    },
    get blobsInUse() {
      return all().flatMap((feature) => feature.blobsInUse ?? []);
    },
    async handOver(tx, removal) {
      for (const feature of all()) await feature.handOver?.(tx, removal);
    },
    get defaultLanes() {
      return one('defaultLanes');
    },
    get workspaceCounts() {
      return one('workspaceCounts');
    },
  };
  const hook = <Name extends keyof Hooks>(name: Name): Hooks[Name] => {
    const call = (...values: unknown[]) => {
      const [found, ...others] = all().flatMap((feature) => feature.hooks?.[name] ?? []);
      if (!found || others.length > 0) throw new Error(`Exactly one feature registers the hook ${name}.`);
      return (found as (...values: unknown[]) => unknown)(...values);
    };
    return call as Hooks[Name];
  };
  const hooks: Hooks = {
    endJobsOfProject: hook('endJobsOfProject'),
    startTranscription: hook('startTranscription'),
    transcriptWritten: hook('transcriptWritten'),
    transcriptRemoved: hook('transcriptRemoved'),
    admitRecordedBytes: hook('admitRecordedBytes'),
    nameSpeakers: hook('nameSpeakers'),
    cancelSessions: hook('cancelSessions'),
    endSessions: hook('endSessions'),
    endInterview: hook('endInterview'),
    findFollowUp: hook('findFollowUp'),
  };
  return {
    registered,
    hooks,
    complete: (list) => {
      features = list;
    },
  };
}
