/** The name of a key, such as `T` or `⌘K`. Screen readers get the shortcut from `aria-keyshortcuts` of the control. */
export const Kbd = ({ children }: { children: string }) => (
  <span
    aria-hidden="true"
    className="inline-flex min-w-4 items-center justify-center rounded-sm border border-current/25 px-1 font-sans text-xs"
  >
    {children}
  </span>
);
