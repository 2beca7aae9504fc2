/** Whether data sent to this address leaves the machine. A server in the local network counts as outside. */
export function leavesMachine(baseUrl: string): boolean {
  const { hostname } = new URL(baseUrl);
  return !(
    /^(.+\.)?localhost$/.test(hostname) ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname) ||
    hostname === '[::1]'
  );
}
