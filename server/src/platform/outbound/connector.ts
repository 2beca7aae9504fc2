import { isIP, type LookupFunction } from 'node:net';
import { getCACertificates, type TLSSocket } from 'node:tls';
import { buildConnector } from 'undici';
import { isForbiddenAddress } from './address.ts';
import { errorCodeOf, OutboundFailure } from './failure.ts';
import type { Lookup } from './resolver.ts';
import type { OutboundPolicy } from './url-rules.ts';

export interface ConnectorOptions {
  policy: OutboundPolicy;
  lookup: Lookup;
  /** Certificates trusted in addition to those of the system. */
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
    // Node tries the checked addresses in turn, so the attempt succeeds if only IPv4 or only IPv6 works.
    autoSelectFamily: true,
    timeout: options.timeoutMs,
    // HTTP/2 repeats a request by itself after a GOAWAY. One attempt is one request (spec §8.8).
    allowH2: false,
    rejectUnauthorized: true,
    ...(options.ca ? { ca: [...getCACertificates('default'), ...options.ca] } : {}),
  }) as (...parameters: Parameters<buildConnector.connector>) => TLSSocket;

  return (target, callback) => {
    // Node does not call `lookup` if the host is an IP address.
    if (isIP(target.hostname) !== 0 && isForbiddenAddress(target.hostname, policy.allow)) {
      callback(new OutboundFailure('blocked_address'), null);
      return;
    }
    let handshaking = false;
    // SNI must not have a trailing dot (RFC 6066 §3). For an IP address, undici's default applies.
    const servername = isIP(target.hostname) === 0 ? target.hostname.replace(/\.$/, '') : target.servername;
    const socket = connect({ ...target, servername }, (error, connected) => {
      if (!error) callback(null, connected as TLSSocket);
      else if (error instanceof OutboundFailure) callback(error, null);
      else if (errorCodeOf(error) === 'timeout') callback(new OutboundFailure('timeout', error), null);
      else callback(new OutboundFailure(handshaking ? 'tls' : 'connection', error), null);
    });
    // After the TCP connection, any failure before the callback is a failed handshake, whatever the OpenSSL message.
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
