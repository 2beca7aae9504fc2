/** Whether what is sent to this address leaves the machine; a server in the same network is outside already. */
export function leavesMachine(baseUrl: string): boolean {
  const { hostname } = new URL(baseUrl);
  return !(
    /^(.+\.)?localhost$/.test(hostname) ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname) ||
    hostname === '[::1]'
  );
}
