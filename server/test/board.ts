import type { Account } from './harness.ts';

/** Creates a project and returns its lanes, with functions that create and list cards. */
export async function newBoard(by: Account, more = {}) {
  const project = (await by.post('/v1/projects', { name: 'Board', ...more })).body.data.id as string;
  const lanes = (await by.get(`/v1/projects/${project}/lanes`)).body.data.map(
    (lane: { id: string }) => lane.id,
  );
  const card = async (title: string, lane_id = lanes[0], extra = {}) =>
    (await by.post(`/v1/projects/${project}/cards`, { title, lane_id, ...extra })).body.data.id as string;
  const read = async (query = '', who = by) => {
    const rows: { id: string; title: string; lane_id: string; position: string }[] = [];
    let cursor = '';
    do {
      const page = await who.get(`/v1/projects/${project}/cards?limit=100${query}${cursor}`);
      rows.push(...page.body.data);
      cursor = page.body.meta.next_cursor ? `&cursor=${page.body.meta.next_cursor}` : '';
    } while (cursor);
    return rows;
  };
  const titles = async (lane = lanes[0]) => (await read(`&lane_id=${lane}`)).map((row) => row.title).join('');
  return { project, lanes: lanes as [string, string, string, string], card, read, titles };
}
