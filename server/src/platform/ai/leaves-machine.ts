import { networkInterfaces } from 'node:os';
import { contains, loopbackCidrs, parseAddress } from '../../foundation/cidr.ts';

interface Server {
  baseUrl: string;
  model: string;
  /** The operator's own answer, for a proxy on this machine or a server in the own network. */
  sendsDataOutside?: boolean | undefined;
}

/** Whether data sent to this server leaves the machine. Another machine of the local network counts as outside. */
export function leavesMachine({ baseUrl, model, sendsDataOutside }: Server): boolean {
  if (sendsDataOutside !== undefined) return sendsDataOutside;
  // Ollama forwards models with such names to its own service.
  if (/[:-]cloud$/i.test(model)) return true;
  return !isThisMachine(new URL(baseUrl).hostname.replace(/\.$/, ''));
}

function isThisMachine(hostname: string): boolean {
  if (/^(.+\.)?localhost$/i.test(hostname)) return true;
  const address = parseAddress(hostname.replace(/^\[|\]$/g, ''));
  if (!address) return false;
  // A connection to the unspecified address reaches this machine.
  if (address.value === 0n || loopbackCidrs.some((block) => contains(block, address))) return true;
  return Object.values(networkInterfaces()).some((entries) =>
    entries?.some((entry) => {
      const own = parseAddress(entry.address);
      return own?.version === address.version && own.value === address.value;
    }),
  );
}
