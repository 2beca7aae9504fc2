/** In place of fast-equals: how @tiptap/react compares what a selector returns, if the caller gives no comparison of its own. */
export const circularDeepEqual = Object.is;
