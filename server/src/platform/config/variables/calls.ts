import Type from 'typebox';
import { iceUrls, secret } from '../kinds.ts';

export const callVariables = {
  STUN_URLS: iceUrls('stun', {
    default: [],
    description: 'STUN servers, with which the browsers of a video call find each other behind routers',
    example: 'stun:stun.example.com:3478',
  }),
  TURN_URLS: iceUrls('turn', {
    default: [],
    description:
      'TURN servers, which relay a call when the browsers cannot reach each other. They need `TURN_SECRET`',
    example: 'turn:turn.example.com:3478?transport=udp',
  }),
  TURN_SECRET: Type.Optional(
    secret({
      minLength: 16,
      description:
        'The shared secret of the TURN servers (`static-auth-secret` of coturn). Browsers get passwords that expire',
    }),
  ),
};
