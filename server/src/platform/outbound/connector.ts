import { isIP, type LookupFunction } from 'node:net';
import { getCACertificates, type TLSSocket } from 'node:tls';
import { buildConnector } from 'undici';
import { isForbiddenAddress } from './address.ts';
import { OutboundFailure, wordFor } from './failure.ts';
import type { Lookup } from './resolver.ts';
import type { OutboundPolicy } from './url-rules.ts';

export interface ConnectorOptions {
  policy: OutboundPolicy;
  lookup: Lookup;
  /** Certificates trusted beside the machine's own. */
  ca?: string[];
  timeoutMs: number;
}

/**
 * Opens every connection that leaves the server. The name is resolved once, all its addresses must be allowed, and the
 * socket connects to one of them, so a name that resolves differently later has no effect (spec §9.3).
 */
export function guardedConnector(options: ConnectorOptions): buildConnector.connector {
  const { policy } = options;
  const connect = buildConnector({
    lookup: guardedLookup(options),
    // node tries the vetted addresses in turn, IPv6 and IPv4, so one dead family does not fail the attempt.
    autoSelectFamily: true,
    timeout: options.timeoutMs,
    // HTTP/2 repeats a request by itself after a GOAWAY. One attempt is one request (spec §8.8).
    allowH2: false,
    rejectUnauthorized: true,
    ...(options.ca ? { ca: [...getCACertificates('default'), ...options.ca] } : {}),
  }) as (...parameters: Parameters<buildConnector.connector>) => TLSSocket;

  return (target, callback) => {
    // No lookup happens for a literal.
    if (isIP(target.hostname) !== 0 && isForbiddenAddress(target.hostname, policy.allow)) {
      callback(new OutboundFailure('blocked_address'), null);
      return;
    }
    let handshaking = false;
    // SNI carries no trailing dot (RFC 6066 §3), and no IP address: there undici's own rule applies.
    const servername = isIP(target.hostname) === 0 ? target.hostname.replace(/\.$/, '') : target.servername;
    const socket = connect({ ...target, servername }, (error, connected) => {
      if (!error) callback(null, connected as TLSSocket);
      else if (error instanceof OutboundFailure) callback(error, null);
      else if (wordFor(error) === 'timeout') callback(new OutboundFailure('timeout', error), null);
      else callback(new OutboundFailure(handshaking ? 'tls' : 'connection', error), null);
    });
    // From the TCP connection on, whatever fails before the callback is the handshake, however OpenSSL words it.
    socket.once('connect', () => {
      handshaking = target.protocol === 'https:';
    });
  };
}

function guardedLookup({ policy, lookup }: ConnectorOptions): LookupFunction {
  return (hostname, wanted, callback) => {
    lookup(hostname).then(
      (addresses) => {
        const found = addresses.filter((address) => isIP(address) !== 0);
        const [first] = found;
        if (!first) callback(new OutboundFailure('dns'), '');
        else if (found.some((address) => isForbiddenAddress(address, policy.allow))) {
          callback(new OutboundFailure('blocked_address'), '');
        } else if (wanted.all) {
          callback(
            null,
            found.map((address) => ({ address, family: isIP(address) })),
          );
        } else callback(null, first, isIP(first));
      },
      (error) => callback(new OutboundFailure('dns', error), ''),
    );
  };
}
