import type { Catalogue } from '../catalogue.ts';

export const sharing: Catalogue['sharing'] = {
  stopSharingThisClip: 'Clip nicht mehr teilen?',
  stopSharingThisReel: 'Reel nicht mehr teilen?',
  stopSharingThisReport: 'Bericht nicht mehr teilen?',
  consequence:
    'Der öffentliche Link funktioniert dann für niemanden mehr. Wenn Sie erneut teilen, entsteht ein neuer Link.',
  stopSharing: 'Nicht mehr teilen',
};
