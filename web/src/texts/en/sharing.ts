export const sharing = {
  stopSharingThisClip: 'Stop sharing this clip?',
  stopSharingThisReel: 'Stop sharing this reel?',
  stopSharingThisReport: 'Stop sharing this report?',
  consequence:
    'Its public link stops working for everyone who has it. If you share it again, it gets a new link.',
  stopSharing: 'Stop sharing',
};
