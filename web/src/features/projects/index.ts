export { useDeleteWithUndo } from './use-delete-with-undo.ts';
