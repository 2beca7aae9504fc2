/** The name of the embedded generator in `model` and in the workspace. */
export const extractiveModel = 'parley-extractive-1';
