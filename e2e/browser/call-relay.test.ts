import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium } from './chromium.ts';
import {
  type CallBrowsers,
  isPlaying,
  scheduleInterview,
  signInResearcher,
  startCallBrowsers,
} from './live-interview.ts';
import {
  hasTurnServer,
  missingTurnServerMessage,
  startTurnServer,
  type TurnServer,
  turnSecret,
} from './turn-server.ts';

if (hasChromium && !hasTurnServer) console.warn(missingTurnServerMessage);

describe.skipIf(!hasChromium || !hasTurnServer)(
  'a call between browsers that cannot reach each other',
  () => {
    let relay: TurnServer;
    let browsers: CallBrowsers;
    beforeAll(async () => {
      relay = await startTurnServer();
      browsers = await startCallBrowsers({ TURN_URLS: relay.url, TURN_SECRET: turnSecret });
    });
    afterAll(async () => {
      await browsers?.stop();
      await relay?.stop();
    });

    /** The browser may use the relay only, as behind a strict firewall. */
    const relayOnly = (page: Page) =>
      page.addInitScript(() => {
        const Native = window.RTCPeerConnection;
        window.RTCPeerConnection = class extends Native {
          constructor(configuration?: RTCConfiguration) {
            super({ ...configuration, iceTransportPolicy: 'relay' });
          }
        };
      });

    it('goes through the configured relay', async () => {
      const { researcher, participant, parley } = browsers;
      await signInResearcher(researcher, parley);
      const { session } = await scheduleInterview(researcher);
      await Promise.all([relayOnly(researcher), relayOnly(participant)]);
      await participant.goto(session.join_url);
      await participant.locator('button[type=submit]').click();
      await participant.getByRole('button', { name: 'Go to the call' }).click();
      await participant.getByRole('button', { name: 'Join the call' }).click();
      await researcher.goto(`${parley.url}/call/${session.id}`);
      await researcher.getByRole('button', { name: 'Join the call' }).click();
      await isPlaying(researcher, 'Mina');
      await isPlaying(participant, 'Owner');
      expect(relay.log()).toMatch(/ALLOCATE processed, success/);
      expect(browsers.errors).toEqual([]);
    });
  },
);
